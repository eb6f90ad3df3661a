import { apply } from '@clearcut/scene/geometry';
import { regionAt, type RegionMap } from '@clearcut/scene/regions';
import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import { fitScale, toPicture } from '../../engine/view.ts';
import type { OverlayProps } from '../../gestures/tool.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { useTools } from '../../state/useTools.ts';
import { brushPlace } from './place.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Visible on any picture: white edge, orange inside. */
const EDGE: Colour = [255, 255, 255, 230];
const INSIDE: Colour = [255, 90, 31, 105];

function draw(canvas: HTMLCanvasElement, { labels, width, height }: RegionMap, region: number): void {
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (labels[i] !== region) continue;
      const isEdge =
        (x > 0 && labels[i - 1] !== region) ||
        (x < width - 1 && labels[i + 1] !== region) ||
        (y > 0 && labels[i - width] !== region) ||
        (y < height - 1 && labels[i + width] !== region);
      image.data.set(isEdge ? EDGE : INSIDE, i * 4);
    }
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/**
 * Marks the region that the magic brush would keep to, while the brush is over it and not pressed. Follows the pointer
 * without React, as the brush does.
 */
export function MagicRegion({ picture, output, stage }: OverlayProps) {
  const { regions, view: about } = usePicture(picture);
  const { magicBrush, brushMode, view } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isOn = magicBrush && brushMode !== 'refine' && regions !== null;
  const { width, height } = about;
  const shown = useRef<number>(undefined);

  useLayoutEffect(() => {
    shown.current = undefined;
    if (!isOn) return undefined;
    const follow = () => {
      const { at, isSeen, isDown } = brushPlace.getState();
      if (canvas.current === null) return;
      canvas.current.hidden = !isSeen || isDown;
      if (canvas.current.hidden) return;
      const region = regionAt(regions, { width, height }, apply(output.toImage, toPicture(at, view, stage, output)));
      if (region === shown.current) return;
      shown.current = region;
      draw(canvas.current, regions, region);
      canvas.current.dataset['region'] = String(region);
    };
    follow();
    return brushPlace.subscribe(follow);
  }, [isOn, regions, output, view, stage, width, height]);

  if (!isOn) return null;
  const scale = fitScale(stage, output) * view.zoom;
  const { a, b, c, d, e, f } = output.fromImage;
  const across = width / regions.width;
  const down = height / regions.height;
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      <Box
        component="canvas"
        ref={canvas}
        data-testid="magic-region"
        hidden
        style={{
          transform: `translate(${view.x}px, ${view.y}px) scale(${scale}) translate(${-output.width / 2}px, ${-output.height / 2}px) matrix(${a * across}, ${b * across}, ${c * down}, ${d * down}, ${e}, ${f})`,
        }}
        sx={{ position: 'absolute', left: '50%', top: '50%', transformOrigin: '0 0' }}
      />
    </Box>
  );
}
