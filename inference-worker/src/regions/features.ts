import { gaussian } from '@clearcut/scene/blur';
import type { Raster } from '../pixels/raster.ts';
import { toLab } from './lab.ts';

/** Values that a pixel is compared by: CIELAB and the matte. */
export const FEATURES = 4;

/** Takes the grain out of a photo before its pixels are compared. */
const SMOOTHING = 0.8;

/** What all of the matte counts for beside colours: across an edge of the cut-out one always looks twice. */
const MATTE_WEIGHT = 30;

/** @param alpha the matte at the preview's size, 0..1 */
export function featuresOf(preview: Raster, alpha: Float32Array): Float32Array {
  const { width, height } = preview;
  const lab = toLab(preview);
  const features = new Float32Array(alpha.length * FEATURES);
  for (let y = 0; y < height; y++) writeColours(y * width, width, lab, features);
  gaussian(features, preview, FEATURES, SMOOTHING);
  for (let y = 0; y < height; y++) writeMatte(y * width, width, alpha, features);
  return features;
}

/** Of the row that begins at pixel `first`; in the place of the matte stands a plane of ones, which is blurred with them. */
function writeColours(first: number, width: number, lab: Float32Array, features: Float32Array): void {
  for (let i = first; i < first + width; i++) {
    for (let c = 0; c < 3; c++) features[i * FEATURES + c] = lab[i * 3 + c]!;
    features[i * FEATURES + 3] = 1;
  }
}

function writeMatte(first: number, width: number, alpha: Float32Array, features: Float32Array): void {
  for (let i = first; i < first + width; i++) {
    // Beyond the picture lies nothing: means, not sums, or its rim would be a region of its own.
    for (let c = 0; c < 3; c++) features[i * FEATURES + c]! /= features[i * FEATURES + 3]!;
    features[i * FEATURES + 3] = alpha[i]! * MATTE_WEIGHT;
  }
}

/** Between two items of two lists of features. */
export function difference(one: ArrayLike<number>, i: number, other: ArrayLike<number>, j: number): number {
  let sum = 0;
  for (let feature = 0; feature < FEATURES; feature++) {
    const apart = one[i * FEATURES + feature]! - other[j * FEATURES + feature]!;
    sum += apart * apart;
  }
  return Math.sqrt(sum);
}
