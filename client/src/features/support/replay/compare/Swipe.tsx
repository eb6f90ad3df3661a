import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DividingLine } from '../../../pictures/result/DividingLine.tsx';
import { Grip } from '../../../pictures/result/Grip.tsx';
import { useDividingLine } from '../../../pictures/result/useDividingLine.ts';
import { Pane } from './Pane.tsx';

const layer = { position: 'absolute', inset: 0 } as const;

/** One picture over the other, up to a movable line. */
export function Swipe({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) {
  const { t } = useTranslation('support-replay');
  const { share, pointerEvents, onKeyDown } = useDividingLine(50);
  return (
    <Pane name={`${t('compare.recorded')} | ${t('compare.replayed')}`}>
      <Box {...pointerEvents} sx={{ ...layer, cursor: 'ew-resize', touchAction: 'pan-y' }}>
        <div style={{ ...layer, clipPath: `inset(0 ${100 - share}% 0 0)` }}>{left}</div>
        <div style={{ ...layer, clipPath: `inset(0 0 0 ${share}%)` }}>{right}</div>
        <DividingLine share={share} />
        <Grip share={share} onKeyDown={onKeyDown} />
      </Box>
    </Pane>
  );
}
