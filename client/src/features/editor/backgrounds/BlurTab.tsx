import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { withBlur } from './background-rules.ts';
import { SliderField } from '../controls/controls.tsx';

export function BlurTab({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { background } = usePicture(picture).settings;
  const isOn = background.base && background.blur > 0;
  const { blur, blurWidth } = isOn ? background : withBlur(background);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            onChange={(_, on) => picture.apply({ background: on ? withBlur(background) : TRANSPARENT })}
          />
        }
        label={t('blur.on')}
        sx={{ minHeight: 44 }}
      />
      <SliderField
        label={t('blur.strength')}
        value={blur}
        min={1}
        max={40}
        text={format.number(blur)}
        onChange={(value) => picture.adjust({ background: withBlur(background, { blur: value }) })}
        onSettled={() => picture.commit()}
      />
      <SliderField
        label={t('blur.width')}
        value={blurWidth}
        min={0}
        max={60}
        text={format.number(blurWidth)}
        onChange={(value) => picture.adjust({ background: withBlur(background, { blurWidth: value }) })}
        onSettled={() => picture.commit()}
      />
    </Box>
  );
}
