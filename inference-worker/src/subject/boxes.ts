import type { Box, Size } from '../pixels/raster.ts';

/** Share of the sides: the model may have found too little. */
export const WIDE_CONTEXT = 0.35;

export function grown(box: Box, context: number, size: Size): Box {
  const x = Math.max(0, Math.floor(box.x - box.width * context));
  const y = Math.max(0, Math.floor(box.y - box.height * context));
  return {
    x,
    y,
    width: Math.min(size.width, Math.ceil(box.x + box.width * (1 + context))) - x,
    height: Math.min(size.height, Math.ceil(box.y + box.height * (1 + context))) - y,
  };
}

const startAround = (centre: number, length: number, end: number): number =>
  Math.max(0, Math.min(end - length, Math.round(centre - length / 2)));

export function squareAround(point: { x: number; y: number }, share: number, size: Size): Box {
  const side = Math.ceil(Math.max(size.width, size.height) * share);
  const width = Math.min(size.width, side);
  const height = Math.min(size.height, side);
  return { x: startAround(point.x, width, size.width), y: startAround(point.y, height, size.height), width, height };
}

export const wholeOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

export function boxAround(
  { alpha, width, height }: Size & { readonly alpha: Float32Array },
  size: Size,
): Box | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i]! <= 0.5) continue;
    const y = Math.floor(i / width);
    const x = i - y * width;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = y + 1;
  }
  if (right === 0) return undefined;
  const x = Math.floor((left * size.width) / width);
  const y = Math.floor((top * size.height) / height);
  return {
    x,
    y,
    width: Math.ceil((right * size.width) / width) - x,
    height: Math.ceil((bottom * size.height) / height) - y,
  };
}
