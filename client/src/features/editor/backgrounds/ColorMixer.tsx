import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import { HexColorPicker } from 'react-colorful';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { nameSliders, shadeOf } from './mixer.ts';

export interface ColorMixerProps {
  readonly colour: string;
  readonly onChange: (colour: string) => void;
  readonly onRest: () => void;
}

export function ColorMixer({ colour, onChange, onRest }: ColorMixerProps) {
  const { t } = useTranslation('editor');
  const { percent } = useFormat();
  const mixer = useRef<HTMLDivElement>(null);

  // After every render: the library resets its labels with each colour.
  useLayoutEffect(() => {
    if (mixer.current === null) return;
    const { saturation, brightness } = shadeOf(colour);
    const value = t('color.shadeValue', { saturation: percent(saturation), brightness: percent(brightness) });
    nameSliders(mixer.current, { shade: t('color.shade'), value, hue: t('color.hue') });
  });

  return (
    <Box
      ref={mixer}
      dir="ltr"
      onPointerUp={onRest}
      sx={{
        '& .react-colorful': { width: '100%', height: 160 },
        '& .react-colorful__saturation, & .react-colorful__last-control': { borderRadius: '4px' },
        '& .react-colorful__hue': { height: 22, marginBlockStart: '10px', borderRadius: '4px' },
        '& .react-colorful__pointer': { width: 24, height: 24 },
      }}
    >
      <HexColorPicker color={colour} onChange={onChange} />
    </Box>
  );
}
