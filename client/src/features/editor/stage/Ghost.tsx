import type { Size } from '@clearcut/scene/raster';
import Box from '@mui/material/Box';
import { useLayoutEffect, useRef } from 'react';
import { useStore } from '../../../lib/useStore.ts';
import { fitScale } from '../engine/view.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { useTools } from '../state/useTools.ts';

/** Shows the photo faintly over the picture at the cut-out's position: what a restoring brush could bring back. */
export function Ghost({ picture, stage }: { readonly picture: EditedPicture; readonly stage: Size }) {
  const { inputs, view: about } = usePicture(picture);
  const { output } = useStore(picture.painter);
  const { view } = useTools();
  const canvas = useRef<HTMLCanvasElement>(null);
  const original = inputs?.original;
  const { width, height } = about;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined || original === undefined || output === undefined) return;
    const photo = new OffscreenCanvas(original.width, original.height);
    photo.getContext('2d')?.putImageData(new ImageData(original.data, original.width), 0, 0);
    const { a, b, c, d, e, f } = output.fromImage;
    context.canvas.width = output.width;
    context.canvas.height = output.height;
    context.setTransform(a, b, c, d, e, f);
    context.drawImage(photo, 0, 0, width, height);
    // Browsers limit canvases: release it before garbage collection.
    photo.width = 1;
    photo.height = 1;
  }, [original, output, width, height]);
  if (output === undefined) return null;
  const scale = fitScale(stage, output) * view.zoom;
  return (
    <Box
      component="canvas"
      ref={canvas}
      aria-hidden
      data-testid="ghost"
      style={{
        width: output.width,
        height: output.height,
        transform: `translate(${view.x}px, ${view.y}px) translate(-50%, -50%) scale(${scale})`,
      }}
      sx={{ position: 'absolute', left: '50%', top: '50%', opacity: 0.45, pointerEvents: 'none' }}
    />
  );
}
