import { MAX_PIXELS, MAX_SIDE } from '@clearcut/schemas/constants';
import type { Crop, Position } from '@clearcut/schemas/transaction/scene';
import { inverse, placement, product, toLayer } from './geometry.ts';
import { outwards, type Pixels, type Rect, type Size } from './raster.ts';
import { subjectBounds } from './shadow/silhouette.ts';

/** Width to height. */
export const ASPECTS = { '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 } as const;
export type Aspect = keyof typeof ASPECTS;

/**
 * Crop around the placed cut-out with `margin`, widened about its middle to `aspect`. May exceed the frame.
 * @param cutOut the whole frame, at any size
 * @param margin per cent of the subject's longer side
 * @returns null without a subject
 */
export function cropToSubject(
  cutOut: Pixels,
  frame: Size,
  position: Position,
  { margin, aspect }: { readonly margin: number; readonly aspect: Aspect | null },
): Crop | null {
  const bounds = placedBounds(cutOut, frame, position);
  return bounds === null ? null : framedTo(bounds, margin, aspect === null ? null : ASPECTS[aspect]);
}

/** Frame pixels; null without a subject. */
export const placedBounds = (cutOut: Pixels, frame: Size, position: Position): Rect | null =>
  subjectBounds(cutOut, product(placement(position, frame), inverse(toLayer(frame, cutOut))));

/** Whole pixels around a box with a margin, widened about its middle to `aspect`. */
export function framedTo({ x, y, width, height }: Rect, margin: number, aspect: number | null): Crop {
  const around = (Math.max(width, height) * margin) / 100;
  const least = { width: width + 2 * around, height: height + 2 * around };
  const wide = aspect === null ? least.width : Math.max(least.width, least.height * aspect);
  const high = aspect === null ? least.height : Math.max(least.height, least.width / aspect);
  const shrunk = Math.min(1, MAX_SIDE / Math.max(wide, high));
  const [cropWidth, cropHeight] = [Math.round(wide * shrunk), Math.round(high * shrunk)];
  return {
    x: clamped(Math.round(x + width / 2 - cropWidth / 2)),
    y: clamped(Math.round(y + height / 2 - cropHeight / 2)),
    width: Math.max(1, cropWidth),
    height: Math.max(1, cropHeight),
  };
}

/** Avoids -0, which JSON does not preserve. */
const clamped = (at: number): number => Math.min(MAX_SIDE, Math.max(-MAX_SIDE, at)) + 0;

/** Opaque box widened by `margin` per cent of its longer side, within size limits; null when all is transparent. */
export function opaqueBox({ data, width, height }: Pixels, margin: number): Rect | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < VISIBLE) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  if (left >= right) return null;
  const box = { width: right - left, height: bottom - top };
  const around = Math.min((Math.max(box.width, box.height) * margin) / 100, room(box));
  return outwards({
    x: left - around,
    y: top - around,
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  });
}

/** Largest r with (width + 2 r) (height + 2 r) ≤ MAX_PIXELS, and within MAX_SIDE. */
function room({ width, height }: Size): number {
  const toSide = (MAX_SIDE - Math.max(width, height)) / 2;
  const toPixels = (Math.sqrt((width - height) ** 2 + 4 * MAX_PIXELS) - width - height) / 4;
  return Math.max(0, Math.floor(Math.min(toSide, toPixels)));
}

/** Least visible alpha: faint traces far from the subject do not extend the crop. */
const VISIBLE = 13;
