import type { Size } from '@clearcut/scene/raster';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';
import { checker } from '../../../ui/paper/checker.ts';
import type { Painter } from '../engine/painter.ts';
import { fitScale } from '../engine/view.ts';
import { useTools } from '../state/useTools.ts';

export interface PictureCanvasProps {
  readonly painter: Painter;
  readonly size: Size;
  readonly stage: Size;
}

export function PictureCanvas({ painter, size, stage }: PictureCanvasProps) {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const { view } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) painter.drawOn(canvas.current);
  }, [painter]);

  const scale = fitScale(stage, size) * view.zoom;
  return (
    <Box
      component="canvas"
      ref={canvas}
      data-testid="picture"
      style={{
        width: size.width,
        height: size.height,
        transform: `translate(${view.x}px, ${view.y}px) translate(-50%, -50%) scale(${scale})`,
        backgroundSize: `${24 / scale}px ${24 / scale}px`,
        imageRendering: scale >= 4 ? 'pixelated' : 'auto',
      }}
      sx={{
        position: 'absolute',
        insetInlineStart: '50%',
        insetBlockStart: '50%',
        background: checker(checkerLight, checkerDark, 24),
      }}
    />
  );
}
