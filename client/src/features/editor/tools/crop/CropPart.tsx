import { cropToSubject, ASPECTS, type Aspect } from '@clearcut/scene/crop-to-subject';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { Choices, Part } from '../../controls/controls.tsx';
import { CropIcon } from '../../controls/icons.tsx';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { cropActions } from './actions.ts';
import { OutputSize, withoutOutput } from './OutputSize.tsx';

/** Per cent of the subject's longer side. */
const MARGINS = [0, 5, 10, 20] as const;

export function CropPart({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { position } = usePicture(picture).settings;
  return (
    <Part title={t('crop.title')}>
      <Button
        variant="outlined"
        data-opens="crop"
        onClick={() => cropActions.crop.perform(picture)}
        startIcon={<CropIcon aria-hidden />}
      >
        {t('crop.open')}
      </Button>
      <OutputSize picture={picture} />
      <CropToSubject picture={picture} />
      {position.crop !== null && (
        <Button
          variant="text"
          onClick={() => picture.adjust({ position: { ...withoutOutput(position), crop: null } })}
          sx={{ justifySelf: 'start', paddingInline: 0 }}
        >
          {t('crop.remove')}
        </Button>
      )}
    </Part>
  );
}

/** Crops to the subject with a chosen margin, in shapes that shops require. */
function CropToSubject({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { settings, view } = usePicture(picture);
  const [margin, setMargin] = useState<number>(10);
  const [aspect, setAspect] = useState<Aspect | 'free'>('free');
  const frame = { width: view.width, height: view.height };
  const crop = (nextMargin: number, nextAspect: Aspect | 'free') => {
    setMargin(nextMargin);
    setAspect(nextAspect);
    const { cutOut } = picture;
    if (cutOut === undefined) return;
    const options = { margin: nextMargin, aspect: nextAspect === 'free' ? null : nextAspect };
    const found = cropToSubject(cutOut, frame, settings.position, options);
    if (found !== null) picture.apply({ position: { ...withoutOutput(settings.position), crop: found } });
  };
  return (
    <Box
      role="group"
      aria-label={t('crop.toSubject')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <Button variant="outlined" onClick={() => crop(margin, aspect)}>
        {t('crop.toSubject')}
      </Button>
      <Choices
        kind="radio"
        label={t('crop.margin')}
        choices={MARGINS.map((value) => ({ value: String(value), label: format.percent(value / 100) }))}
        value={String(margin)}
        onChange={(value) => crop(Number(value), aspect)}
      />
      <Choices
        kind="radio"
        label={t('crop.shape')}
        choices={[
          { value: 'free', label: t('crop.aspect.free') },
          ...(Object.keys(ASPECTS) as Aspect[]).map((value) => ({ value, label: value })),
        ]}
        value={aspect}
        onChange={(value) => crop(margin, value)}
      />
    </Box>
  );
}
