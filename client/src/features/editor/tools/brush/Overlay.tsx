import Box from '@mui/material/Box';
import type { Ref } from 'react';
import { useTools } from '../../state/useTools.ts';

/** The brush in its size, over the picture. Where it is, and whether it is seen, the stage's controller says. */
export function BrushRing({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  const { brushSize, hardness } = useTools();
  return (
    <Box
      ref={ref}
      aria-hidden
      style={{ width: brushSize, height: brushSize }}
      hidden
      sx={{
        position: 'absolute',
        insetInlineStart: '50%',
        insetBlockStart: '50%',
        borderRadius: '50%',
        pointerEvents: 'none',
        boxShadow: '0 0 0 1.500px #ffffff, 0 0 0 2.500px rgb(0 0 0 / 65%)',
        // It stands for the pointer, also where the system forces its colours.
        forcedColorAdjust: 'none',
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: `${(1 - hardness) * 50}%`,
          borderRadius: '50%',
          boxShadow: '0 0 0 1px rgb(255 255 255 / 70%), 0 0 0 2px rgb(0 0 0 / 25%)',
          display: hardness > 0.95 || hardness === 0 ? 'none' : 'block',
        },
      }}
    />
  );
}
