import type { Point } from '@clearcut/scene/geometry';
import type { Rect } from '@clearcut/scene/raster';

/** Lines of the frame that something lies on, in frame pixels. */
export interface Guides {
  readonly x: number | undefined;
  readonly y: number | undefined;
}

export const NO_GUIDES: Guides = { x: undefined, y: undefined };

interface Nearest {
  readonly by: number;
  readonly line: number | undefined;
}

/** The shortest way that brings the start, the middle or the end of one stretch onto those of the other; no further than `reach`. */
function nearest(start: number, length: number, frameStart: number, frameLength: number, reach: number): Nearest {
  const middle = frameStart + frameLength / 2;
  const ways = [
    // The middle first: of two that are equally near it is the one meant.
    { by: middle - (start + length / 2), line: middle },
    { by: frameStart - start, line: frameStart },
    { by: frameStart + frameLength - (start + length), line: frameStart + frameLength },
  ];
  const best = ways.reduce((one, other) => (Math.abs(other.by) < Math.abs(one.by) ? other : one));
  return Math.abs(best.by) <= reach ? best : { by: 0, line: undefined };
}

/**
 * How far a box is moved on so that it lies in the middle of what is kept of the frame, or on its edge, where it nearly does.
 * @param box where the subject lies
 * @param kept what is kept of the frame
 * @param reach how near counts as nearly; all in frame pixels
 */
export function snapped(box: Rect, kept: Rect, reach: number): { readonly by: Point; readonly guides: Guides } {
  const across = nearest(box.x, box.width, kept.x, kept.width, reach);
  const down = nearest(box.y, box.height, kept.y, kept.height, reach);
  return { by: { x: across.by, y: down.by }, guides: { x: across.line, y: down.line } };
}
