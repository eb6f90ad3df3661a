import Box from '@mui/material/Box';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

/**
 * Shared view of all panes. `scale`: CSS pixels per picture pixel, null: fit; `x`, `y`: centre in shares of the sides.
 */
export interface Look {
  readonly scale: number | null;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function placeOf({ scale, x, y }: Look, size: Size | undefined): CSSProperties {
  if (scale === null || size === undefined) {
    return { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' };
  }
  const [width, height] = [size.width * scale, size.height * scale];
  return {
    position: 'absolute',
    width,
    height,
    maxWidth: 'none',
    left: `calc(50% - ${x * width}px)`,
    top: `calc(50% - ${y * height}px)`,
    imageRendering: scale > 1 ? 'pixelated' : 'auto',
  };
}

interface PaneProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function Pane({ name, children }: PaneProps) {
  return (
    <Box component="figure" sx={{ margin: 0 }}>
      <Box sx={{ position: 'relative', height: { xs: 300, md: 440 }, overflow: 'hidden' }}>{children}</Box>
      <Box component="figcaption" sx={{ marginBlockStart: 0.75, fontWeight: 'strong' }}>
        {name}
      </Box>
    </Box>
  );
}

export function HeatPicture({
  heat,
  place,
  label,
}: {
  readonly heat: ImageBitmap;
  readonly place: CSSProperties;
  readonly label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(heat, 0, 0);
  }, [heat]);
  return <canvas ref={canvas} width={heat.width} height={heat.height} role="img" aria-label={label} style={place} />;
}
