import Box from '@mui/material/Box';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { GripIcon } from '../../../ui/icons.tsx';

const SIZE = 44;

export interface GripProps {
  readonly share: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Handle of the dividing line. Stays on the picture when the line is at its edge. */
export function Grip({ share, onKeyDown }: GripProps) {
  const { t } = useTranslation('result');
  const format = useFormat();
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={t('compare.label')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={t('compare.value', { percent: format.percent(share / 100) })}
      onKeyDown={onKeyDown}
      style={{ insetInlineStart: `clamp(0px, ${share}% - ${SIZE / 2}px, 100% - ${SIZE}px)` }}
      sx={{
        position: 'absolute',
        insetBlockStart: `calc(50% - ${SIZE / 2}px)`,
        width: SIZE,
        height: SIZE,
        display: 'grid',
        placeItems: 'center',
        color: '#12211d',
        backgroundColor: '#ffffff',
        borderRadius: '4px',
        boxShadow: '0 0 0 1px rgb(0 0 0 / 30%), 0 4px 12px rgb(0 0 0 / 35%)',
        '&&:focus-visible': { outlineOffset: '-6px', outlineColor: '#b23a08' },
      }}
    >
      <GripIcon aria-hidden />
    </Box>
  );
}
