import type { Point } from '@clearcut/scene/geometry';
import type { Corners } from '../../engine/placing.ts';

/** How far the handle to turn stands off, in CSS pixels. */
const OFF = 28;

/** The handle to turn, and the middle of the upper edge, from where it stands off. In CSS pixels, as the corners are. */
export function turnerOf([a, b, , d]: Corners): { readonly foot: Point; readonly turner: Point } {
  const foot = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const side = Math.max(1, Math.hypot(d.x - a.x, d.y - a.y));
  return { foot, turner: { x: foot.x + ((a.x - d.x) / side) * OFF, y: foot.y + ((a.y - d.y) / side) * OFF } };
}
