import type { Point } from '@clearcut/scene/geometry';
import type { Size } from '@clearcut/scene/raster';
import { clamp } from '../../../../lib/clamp.ts';
import type { Corners } from '../../engine/placing.ts';

/** CSS pixels between the turning handle and the box. */
const OFF = 28;

/** Clamps to the stage: a handle outside could not be grabbed. */
export const withinStage = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: clamp(x, 0, width),
  y: clamp(y, 0, height),
});

/**
 * The turning handle and the middle of the upper edge it belongs to. Points inwards where it would leave the stage. CSS
 * pixels from the upper left corner of the stage, like the corners.
 */
export function turnerOf([a, b, , d]: Corners, stage: Size): { readonly foot: Point; readonly turner: Point } {
  const foot = withinStage({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, stage);
  const side = Math.max(1, Math.hypot(d.x - a.x, d.y - a.y));
  const off = { x: ((a.x - d.x) / side) * OFF, y: ((a.y - d.y) / side) * OFF };
  const outside = { x: foot.x + off.x, y: foot.y + off.y };
  const { x, y } = withinStage(outside, stage);
  const isWhole = x === outside.x && y === outside.y;
  return { foot, turner: isWhole ? outside : withinStage({ x: foot.x - off.x, y: foot.y - off.y }, stage) };
}
