import { apply, placement, type Point } from '@clearcut/scene/geometry';
import type { Rect, Size } from '@clearcut/scene/raster';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { clamp } from '../../../lib/clamp.ts';

export const SCALE = { min: 0.05, max: 10 } as const;
/** Degrees; with Shift held. */
const SNAP = 15;

export type HandleKind = 'scale' | 'turn';

/** Normalises degrees to above -180 and up to 180. */
export function turned(angle: number): number {
  const once = ((((angle + 180) % 360) + 360) % 360) - 180;
  return once === -180 ? 180 : once;
}

/**
 * The same placement about another pivot, usually the middle of the subject rather than of the picture.
 * @param at image pixels
 */
export function aboutPoint(position: Position, frame: Size, at: Point): Position {
  const origin = { x: clamp(at.x / frame.width, 0, 1), y: clamp(at.y / frame.height, 0, 1) };
  const point = { x: origin.x * frame.width, y: origin.y * frame.height };
  const lies = apply(placement(position, frame), point);
  return { ...position, origin, coords: { x: lies.x - point.x, y: lies.y - point.y } };
}

/** Pivot of turning: where the origin lies in the frame. */
export const pivotOf = ({ origin, coords }: Position, frame: Size): Point => ({
  x: origin.x * frame.width + coords.x,
  y: origin.y * frame.height + coords.y,
});

/** Scales by the ratio of distances to the pivot. `from`, `to`: frame pixels. */
export function scaledTo(position: Position, frame: Size, from: Point, to: Point): Position {
  const pivot = pivotOf(position, frame);
  const before = Math.hypot(from.x - pivot.x, from.y - pivot.y);
  const after = Math.hypot(to.x - pivot.x, to.y - pivot.y);
  if (before === 0) return position;
  return { ...position, scale: clamp((position.scale * after) / before, SCALE.min, SCALE.max) };
}

export function turnedTo(position: Position, frame: Size, from: Point, to: Point, isSnapping: boolean): Position {
  const pivot = pivotOf(position, frame);
  const before = Math.atan2(from.y - pivot.y, from.x - pivot.x);
  const after = Math.atan2(to.y - pivot.y, to.x - pivot.x);
  const angle = position.angle + ((after - before) * 180) / Math.PI;
  return { ...position, angle: turned(isSnapping ? Math.round(angle / SNAP) * SNAP : Math.round(angle * 10) / 10) };
}

/** `direction`: 1 enlarges or turns clockwise, -1 the opposite. */
export function stepped(position: Position, kind: HandleKind, direction: 1 | -1, isLarge: boolean): Position {
  if (kind === 'turn') return { ...position, angle: turned(position.angle + direction * (isLarge ? SNAP : 1)) };
  const factor = 1 + direction * (isLarge ? 0.1 : 0.02);
  return { ...position, scale: clamp(position.scale * factor, SCALE.min, SCALE.max) };
}

export const movedBy = (position: Position, by: Point): Position => ({
  ...position,
  coords: { x: Math.round(position.coords.x + by.x), y: Math.round(position.coords.y + by.y) },
});

/** Clockwise from the upper left of the unturned rectangle. */
export type Corners = readonly [Point, Point, Point, Point];

/** Picture rectangle to frame pixels. */
export function cornersOf({ x, y, width, height }: Rect, position: Position, frame: Size): Corners {
  const matrix = placement(position, frame);
  const lies = (corner: Point) => apply(matrix, corner);
  return [lies({ x, y }), lies({ x: x + width, y }), lies({ x: x + width, y: y + height }), lies({ x, y: y + height })];
}
