import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import { useTheme } from '@mui/material/styles';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../ui/paper/checker.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PlusIcon } from '../../ui/work-icons.tsx';
import { RetriedImage } from '../../ui/RetriedImage.tsx';
import { RemoveButton } from '../pictures/result/RemoveButton.tsx';
import { idOf } from '../pictures/uploads/life/life.ts';
import { ACCEPTED } from '../pictures/uploads/files/validation.ts';
import { thumbnailUrl } from './sync/api.ts';
import { gallery, type Entry } from './picture/gallery.ts';
import { useGallery } from './picture/usePicture.ts';

const SIDE = 56;

function Thumbnail({ entry }: { readonly entry: Entry }) {
  const { life } = entry;
  if (life.stage === 'failed') return <AlertIcon aria-hidden color="error" />;
  if (life.stage !== 'ready') return <CircularProgress size={22} aria-hidden />;
  return <RetriedImage src={thumbnailUrl(life.view)} alt="" />;
}

const corner = {
  position: 'absolute',
  insetBlockStart: -2,
  insetInlineEnd: -2,
  width: 24,
  height: 24,
  padding: 0,
  color: 'text.primary',
  border: '1px solid',
  borderColor: 'divider',
  '&, &:hover': { backgroundColor: 'clearcut.paper' },
  '& svg': { fontSize: 16 },
  // On the button's paper: outside it would lie on the orange frame.
  '&&:focus-visible': { outlineOffset: '-3px', outlineColor: 'var(--mui-palette-clearcut-accentText)' },
} as const;

export function Strip({ onFiles }: { readonly onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('editor');
  const theme = useTheme();
  const { entries, selectedId } = useGallery();
  const input = useRef<HTMLInputElement>(null);
  const { checkerLight, checkerDark, onMat, accent } = theme.vars.palette.clearcut;
  const thumbnail = {
    flexShrink: 0,
    width: SIDE,
    height: SIDE,
    overflow: 'hidden',
    borderRadius: '4px',
    color: 'clearcut.onMat',
  } as const;
  return (
    <Box
      component="nav"
      aria-label={t('strip.label')}
      sx={{
        display: 'flex',
        justifyContent: 'safe center',
        gap: 1,
        overflowX: 'auto',
        padding: 0.75,
        maxWidth: '100%',
      }}
    >
      <ButtonBase
        aria-label={t('strip.add')}
        title={t('strip.add')}
        onClick={() => input.current?.click()}
        sx={{ ...thumbnail, border: `2px dashed ${onMat}`, '&:hover': { backgroundColor: 'rgb(255 255 255 / 12%)' } }}
      >
        <PlusIcon aria-hidden />
      </ButtonBase>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        data-testid="picture-input"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {entries.map((entry) => {
        const isSelected = entry.id === selectedId;
        const { stage } = entry.life;
        const state = stage === 'failed' ? t('strip.failed') : stage === 'ready' ? '' : t('strip.working');
        return (
          <Box key={entry.id} sx={{ position: 'relative', flexShrink: 0 }}>
            <ButtonBase
              aria-current={isSelected ? 'true' : undefined}
              aria-label={[entry.name, state].filter((part) => part !== '').join(', ')}
              title={entry.name}
              data-stage={stage}
              onClick={() => gallery.select(entry.id)}
              sx={{
                ...thumbnail,
                color: 'text.primary',
                background: checker(checkerLight, checkerDark, 14),
                boxShadow: isSelected ? `0 0 0 3px ${accent}` : 'none',
                // Only the frame marks the open picture, also in forced colours.
                forcedColorAdjust: 'none',
                opacity: isSelected ? 1 : 0.8,
                '&:hover': { opacity: 1 },
                '& img': { width: '100%', height: '100%', objectFit: 'contain' },
              }}
            >
              <Thumbnail entry={entry} />
            </ButtonBase>
            {(isSelected || stage === 'failed') && (
              <RemoveButton
                label={t('strip.remove', { name: entry.name })}
                asks={stage !== 'failed' && idOf(entry.life) !== undefined}
                sx={corner}
                remove={() => gallery.remove(entry.id)}
              />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
