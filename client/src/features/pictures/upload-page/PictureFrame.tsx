import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { backdropCss } from '../result/backdrops.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';

/** Reserves the proportions of the picture from the start, so that nothing jumps. Its contents fill it. */
export function PictureFrame({
  size,
  children,
}: {
  readonly size: { width: number; height: number };
  children: ReactNode;
}) {
  const theme = useTheme();
  const { width, height } = size;
  return (
    <Sheet
      sx={{
        padding: { xs: 1, sm: '14px' },
        // As wide as the column, but no higher than fits the screen below the header.
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
