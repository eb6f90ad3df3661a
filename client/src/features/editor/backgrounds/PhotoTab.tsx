import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTheme } from '@mui/material/styles';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/paper/checker.ts';
import { PlusIcon } from '../../../ui/work-icons.tsx';
import { RetriedImage } from '../../../ui/RetriedImage.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { originalUrl } from '../../pictures/uploads/transaction/api.ts';
import { ACCEPTED } from '../../pictures/uploads/files/validation.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { StockBackgrounds } from './StockBackgrounds.tsx';
import { Tile } from './Tile.tsx';
import { usePicture } from '../picture/usePicture.ts';
import { withPhoto, withPicture } from './background-rules.ts';

export function PhotoTab({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const theme = useTheme();
  const { settings, view } = usePicture(picture);
  const { background } = settings;
  const name = useId();
  const input = useRef<HTMLInputElement>(null);
  const failureToast = useFailureToast();
  const upload = useMutation({ mutationFn: (file: File) => picture.addBackground(file), onError: failureToast });
  const { checkerLight, checkerDark } = theme.vars.palette.clearcut;
  const isNothing = background.color === null && background.id === null && !background.base;
  return (
    <Box
      role="radiogroup"
      aria-label={t('bg.pictures')}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(64px, 1fr))', gap: 1 }}
    >
      <Tile
        name={name}
        label={t('bg.none')}
        isChosen={isNothing}
        onChoose={() => picture.apply({ background: TRANSPARENT })}
      >
        <Box sx={{ width: '100%', height: '100%', background: checker(checkerLight, checkerDark, 18) }} />
      </Tile>
      <Tile
        name={name}
        label={t('bg.original')}
        isChosen={background.base && background.blur === 0}
        onChoose={() => picture.apply({ background: withPhoto() })}
      >
        <RetriedImage src={`${originalUrl(view.id)}?step=resized&v=${view.pipeline.resized?.id ?? ''}`} alt="" />
      </Tile>
      {view.customBackgrounds.map(({ id, path }, index) => (
        <Tile
          key={id}
          name={name}
          label={t('bg.own', { number: index + 1 })}
          isChosen={background.id === id}
          onChoose={() => picture.apply({ background: withPicture(id) })}
        >
          <RetriedImage src={path} alt="" loading="lazy" />
        </Tile>
      ))}
      <ButtonBase
        onClick={() => input.current?.click()}
        disabled={upload.isPending}
        aria-label={t('bg.upload')}
        title={t('bg.upload')}
        sx={{
          aspectRatio: '1',
          border: '2px dashed',
          borderColor: 'clearcut.edge',
          borderRadius: '4px',
          color: 'text.secondary',
          opacity: upload.isPending ? 0.5 : 1,
          '&:hover': { color: 'text.primary', borderColor: 'currentColor' },
        }}
      >
        <PlusIcon aria-hidden />
      </ButtonBase>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        data-testid="background-input"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) upload.mutate(file);
        }}
      />
      <StockBackgrounds
        name={name}
        chosen={background.id}
        onChoose={(id) => picture.apply({ background: withPicture(id) })}
      />
    </Box>
  );
}
