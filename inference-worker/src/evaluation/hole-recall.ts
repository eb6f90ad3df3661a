import type { Size } from '../pixels/raster.ts';
import { SUBJECT_FROM } from './overlap.ts';

/** Smaller holes are flaws of the mask. */
const MIN_HOLES = 0.005;

/**
 * Share of the enclosed background that stays transparent: overlap hardly sees a filled wheel.
 * @returns undefined without holes
 */
export function holeRecall(alpha: Float32Array, truth: Float32Array, size: Size): number | undefined {
  const outside = reachedFromBorder(truth, size);
  let subject = 0;
  let holes = 0;
  let open = 0;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i]! >= SUBJECT_FROM) subject++;
    else if (outside[i] === 0) {
      holes++;
      if (alpha[i]! < SUBJECT_FROM) open++;
    }
  }
  return holes === 0 || holes < MIN_HOLES * (subject + holes) ? undefined : open / holes;
}

function reachedFromBorder(truth: Float32Array, { width, height }: Size): Uint8Array {
  const reached = new Uint8Array(truth.length);
  const waiting: number[] = [];
  const reach = (i: number): void => {
    if (reached[i] === 1 || truth[i]! >= SUBJECT_FROM) return;
    reached[i] = 1;
    waiting.push(i);
  };
  for (let x = 0; x < width; x++) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
    const x = i % width;
    if (x > 0) reach(i - 1);
    if (x < width - 1) reach(i + 1);
    if (i >= width) reach(i - width);
    if (i < truth.length - width) reach(i + width);
  }
  return reached;
}
