import type { Point } from '@clearcut/scene/geometry';
import type { Rect } from '@clearcut/scene/raster';

/** Frame lines that something is aligned with, in frame pixels. */
export interface Guides {
  readonly x: number | undefined;
  readonly y: number | undefined;
}

export const NO_GUIDES: Guides = { x: undefined, y: undefined };

interface Nearest {
  readonly by: number;
  readonly line: number | undefined;
}

/** Shortest shift, up to `reach`, that aligns a start, middle or end. */
function nearest(start: number, length: number, frameStart: number, frameLength: number, reach: number): Nearest {
  const middle = frameStart + frameLength / 2;
  const ways = [
    // Middle first: it wins a tie.
    { by: middle - (start + length / 2), line: middle },
    { by: frameStart - start, line: frameStart },
    { by: frameStart + frameLength - (start + length), line: frameStart + frameLength },
  ];
  const best = ways.reduce((one, other) => (Math.abs(other.by) < Math.abs(one.by) ? other : one));
  return Math.abs(best.by) <= reach ? best : { by: 0, line: undefined };
}

/**
 * Shift that aligns a nearly aligned box with the middle or edge of the crop.
 * @param box the subject, frame pixels
 * @param kept the crop, frame pixels
 * @param reach snapping distance, frame pixels
 */
export function snapped(box: Rect, kept: Rect, reach: number): { readonly by: Point; readonly guides: Guides } {
  const across = nearest(box.x, box.width, kept.x, kept.width, reach);
  const down = nearest(box.y, box.height, kept.y, kept.height, reach);
  return { by: { x: across.by, y: down.by }, guides: { x: across.line, y: down.line } };
}
