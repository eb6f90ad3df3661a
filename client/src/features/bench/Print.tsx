import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { backdropCss } from '../result/backdrops.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';

/**
 * A picture's place as a print on the mat, with the picture's proportions from the first moment, so that nothing jumps.
 * What it holds fills it.
 */
export function Print({ size, children }: { readonly size: { width: number; height: number }; children: ReactNode }) {
  const theme = useTheme();
  const { width, height } = size;
  return (
    <Sheet
      sx={{
        padding: { xs: '8px', sm: '14px' },
        // As wide as the column, but never higher than what fits on the screen beside the header.
        width: `min(100%, calc(min(64dvh, 680px) * ${width / height}))`,
        marginInline: 'auto',
      }}
    >
      <Box
        sx={{
          position: 'relative',
          aspectRatio: `${width} / ${height}`,
          background: backdropCss(theme, null, 24),
        }}
      >
        {children}
      </Box>
    </Sheet>
  );
}
