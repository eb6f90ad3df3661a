import { MAX_SIDE } from '@clearcut/schemas/constants';
import type { Crop, Position } from '@clearcut/schemas/transaction/scene';
import { inverse, placement, product, toLayer } from './geometry.ts';
import type { Pixels, Rect, Size } from './raster.ts';
import { subjectBounds } from './shadow/silhouette.ts';

/** Width to height. */
export const ASPECTS = { '1:1': 1, '4:5': 4 / 5, '16:9': 16 / 9 } as const;
export type Aspect = keyof typeof ASPECTS;

/**
 * May exceed the frame.
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

/** Whole pixels, widened about the middle to `aspect`. */
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

/** JSON does not preserve -0. */
const clamped = (at: number): number => Math.min(MAX_SIDE, Math.max(-MAX_SIDE, at)) + 0;

/** Null when all is transparent. */
export const opaqueBox = ({ data, width, height }: Pixels): Rect | null =>
  boxWhere({ width, height }, (at) => data[at + 3]! >= VISIBLE);

/**
 * Null when nothing stands out.
 * @param margin per cent of the longer side
 */
export function subjectBox(pixels: Pixels, margin: number): Rect | null {
  const visible = opaqueBox(pixels);
  if (visible === null) return null;
  const box = isWhole(visible, pixels) ? (differingBox(pixels) ?? visible) : visible;
  const around = (Math.max(box.width, box.height) * margin) / 100;
  const left = Math.max(0, Math.floor(box.x - around));
  const top = Math.max(0, Math.floor(box.y - around));
  return {
    x: left,
    y: top,
    width: Math.min(pixels.width, Math.ceil(box.x + box.width + around)) - left,
    height: Math.min(pixels.height, Math.ceil(box.y + box.height + around)) - top,
  };
}

const isWhole = (box: Rect, { width, height }: Size): boolean => box.width === width && box.height === height;

function differingBox({ data, width, height }: Pixels): Rect | null {
  const corners = [0, width - 1, (height - 1) * width, width * height - 1].map((index) => index * 4);
  const differs = (at: number): boolean =>
    Math.abs(data[at]! - data[0]!) > SAME_COLOUR ||
    Math.abs(data[at + 1]! - data[1]!) > SAME_COLOUR ||
    Math.abs(data[at + 2]! - data[2]!) > SAME_COLOUR;
  if (corners.some((at) => data[at + 3]! < 255 || differs(at))) return null;
  return boxWhere({ width, height }, differs);
}

/** @param isPart takes a byte offset */
function boxWhere({ width, height }: Size, isPart: (at: number) => boolean): Rect | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isPart((y * width + x) * 4)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return left >= right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Levels that encoding and faint edges change. */
const SAME_COLOUR = 12;

/** Faint traces far away do not extend the crop. */
const VISIBLE = 13;
