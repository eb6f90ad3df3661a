import type { Raster } from '../pixels/raster.ts';
import { gaussianOf } from '../planes/gaussian.ts';
import type { Workspace } from '../memory/workspace.ts';
import { writeLab } from './lab.ts';

export const FEATURES = 4;

/** Against a photo's grain. */
const SMOOTHING = 0.8;

/** The cut-out's edge always separates. */
const MATTE_WEIGHT = 30;

/** @param alpha at the preview's size, 0..1 */
export function featuresOf(preview: Raster, alpha: Float32Array, space: Workspace): Float32Array {
  const { width, height } = preview;
  // Ones, blurred with the colours.
  const smooth = gaussianOf(preview, FEATURES, SMOOTHING, (planes) => writeLab(preview, planes.fill(1), FEATURES));
  const features = space.floats(alpha.length * FEATURES);
  for (let y = 0; y < height; y++) writeRow(y * width, width, smooth, alpha, features);
  return features;
}

function writeRow(
  first: number,
  width: number,
  smooth: Float32Array,
  alpha: Float32Array,
  features: Float32Array,
): void {
  for (let i = first; i < first + width; i++) {
    // Means, not sums: nothing lies beyond the picture.
    const whole = smooth[i * FEATURES + 3]!;
    for (let c = 0; c < 3; c++) features[i * FEATURES + c] = smooth[i * FEATURES + c]! / whole;
    features[i * FEATURES + 3] = alpha[i]! * MATTE_WEIGHT;
  }
}

export function difference(one: ArrayLike<number>, i: number, other: ArrayLike<number>, j: number): number {
  let sum = 0;
  for (let feature = 0; feature < FEATURES; feature++) {
    const apart = one[i * FEATURES + feature]! - other[j * FEATURES + feature]!;
    sum += apart * apart;
  }
  return Math.sqrt(sum);
}
