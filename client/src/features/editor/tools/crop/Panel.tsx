import { MAX_SIDE } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHandedFocus } from '../../../../ui/useHandedFocus.ts';
import { Choices, NumberField, Part } from '../../controls/controls.tsx';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { tools } from '../../state/tools.ts';
import { isSame } from '../../sync/is-same.ts';
import { withoutOutput } from './OutputSize.tsx';
import { CROP_ASPECTS, cropChoice, ratioOf, shaped, useCropChoice, type CropAspect } from './crop-choice.ts';

export function CropPanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { settings, view } = usePicture(picture);
  const { crop, aspect } = useCropChoice();
  const panel = useRef<HTMLDivElement>(null);
  useHandedFocus(panel, 'crop');
  const frame = { width: view.width, height: view.height };
  const whole = { x: 0, y: 0, ...frame };
  const present = crop ?? settings.position.crop ?? whole;
  const choose = (next: CropAspect) => {
    const ratio = ratioOf(next, frame);
    cropChoice.setAspect(next, ratio === undefined ? present : shaped(whole, ratio));
  };
  return (
    <Box ref={panel} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Part title={t('crop.shape')}>
        <Choices
          kind="radio"
          label={t('crop.shape')}
          choices={CROP_ASPECTS.map((value) => ({
            value,
            label: value === 'free' || value === 'original' ? t(`crop.aspect.${value}`) : value,
          }))}
          value={aspect}
          onChange={choose}
        />
      </Part>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
        {(['width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={t(`crop.${side}`)}
            unit="px"
            value={Math.round(present[side])}
            min={1}
            max={MAX_SIDE}
            onChange={(value) => cropChoice.setAspect('free', { ...present, [side]: Math.round(value) })}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flexGrow: 1 } }}>
        <Button
          variant="contained"
          color="primary"
          onClick={() => {
            const isWhole = isSame(present, whole);
            tools.crop(false);
            picture.apply({ position: { ...withoutOutput(settings.position), crop: isWhole ? null : present } });
          }}
        >
          {t('crop.apply')}
        </Button>
        <Button variant="outlined" onClick={() => tools.crop(false)}>
          {t('crop.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
