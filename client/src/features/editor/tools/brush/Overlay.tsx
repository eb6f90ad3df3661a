import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import type { OverlayProps } from '../../gestures/tool.ts';
import { useTools } from '../../state/useTools.ts';
import { MagicRegion } from './MagicRegion.tsx';
import { brushPlace } from './place.ts';

export function BrushOverlay(props: OverlayProps) {
  return (
    <>
      <MagicRegion {...props} />
      <BrushRing />
    </>
  );
}

/** Shows the brush at its size. Follows the pointer without React, which would re-render the stage on every move. */
function BrushRing() {
  const { brushSize, hardness } = useTools();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = () => {
      const ring = ref.current;
      if (ring === null) return;
      const { at, isSeen } = brushPlace.getState();
      ring.hidden = !isSeen;
      ring.style.transform = `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`;
    };
    follow();
    return brushPlace.subscribe(follow);
  }, []);
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      <Box
        ref={ref}
        style={{ width: brushSize, height: brushSize }}
        hidden
        sx={{
          position: 'absolute',
          insetInlineStart: '50%',
          insetBlockStart: '50%',
          borderRadius: '50%',
          boxShadow: '0 0 0 1.500px #ffffff, 0 0 0 2.500px rgb(0 0 0 / 65%)',
          // Acts as the pointer, so it keeps its colours in forced colours.
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
    </Box>
  );
}
