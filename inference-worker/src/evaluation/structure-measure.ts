import type { Size } from '../pixels/raster.ts';
import { SUBJECT_FROM } from './overlap.ts';

/** MATLAB's `eps`, as in the authors' code. */
const EPSILON = 2 ** -52;

interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * S-measure (D.-P. Fan et al., "Structure-measure: A New Way to Evaluate Foreground Maps", ICCV 2017), as in the
 * authors' code. 1 is perfect. The truth is binarised.
 */
export function structureMeasure(alpha: Float32Array, truth: Float32Array, size: Size): number {
  // `from` and `filter` would gather millions of values in lists.
  const subject = new Uint8Array(truth.length);
  for (let i = 0; i < truth.length; i++) subject[i] = truth[i]! >= SUBJECT_FROM ? 1 : 0;
  const share = mean(subject);
  if (share === 0) return 1 - mean(alpha);
  if (share === 1) return mean(alpha);
  return Math.max(0, 0.5 * objectScore(alpha, subject, share) + 0.5 * regionScore(alpha, subject, size));
}

function objectScore(alpha: Float32Array, subject: Uint8Array, share: number): number {
  const inside = evenness(alpha, subject, 1);
  const outside = evenness(
    alpha.map((value) => 1 - value),
    subject,
    0,
  );
  return share * inside + (1 - share) * outside;
}

function evenness(values: Float32Array, subject: Uint8Array, side: 0 | 1): number {
  let sum = 0;
  let pixels = 0;
  for (let i = 0; i < values.length; i++) {
    if (subject[i] !== side) continue;
    sum += values[i]!;
    pixels++;
  }
  const x = sum / pixels;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    if (subject[i] === side) squares += (values[i]! - x) ** 2;
  }
  const deviation = pixels > 1 ? Math.sqrt(squares / (pixels - 1)) : 0;
  return (2 * x) / (x * x + 1 + deviation + EPSILON);
}

function regionScore(alpha: Float32Array, subject: Uint8Array, { width, height }: Size): number {
  const { x, y } = centre(subject, { width, height });
  const blocks: Block[] = [
    { left: 0, top: 0, right: x, bottom: y },
    { left: x, top: 0, right: width, bottom: y },
    { left: 0, top: y, right: x, bottom: height },
    { left: x, top: y, right: width, bottom: height },
  ];
  let score = 0;
  for (const block of blocks) {
    const pixels = (block.right - block.left) * (block.bottom - block.top);
    if (pixels > 0) score += (pixels / (width * height)) * likeness(alpha, subject, width, block);
  }
  return score;
}

/** Columns left of the centre of gravity and rows above it, inclusive. */
function centre(subject: Uint8Array, { width, height }: Size): { x: number; y: number } {
  let sumX = 0;
  let sumY = 0;
  let pixels = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (subject[y * width + x] === 0) continue;
      sumX += x + 1;
      sumY += y + 1;
      pixels++;
    }
  }
  return { x: Math.round(sumX / pixels), y: Math.round(sumY / pixels) };
}

function likeness(alpha: Float32Array, subject: Uint8Array, width: number, block: Block): number {
  const { left, top, right, bottom } = block;
  const pixels = (right - left) * (bottom - top);
  let meanA = 0;
  let meanS = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      meanA += alpha[i]! / pixels;
      meanS += subject[i]! / pixels;
    }
  }
  let variances = 0;
  let covariance = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      const a = alpha[i]! - meanA;
      const s = subject[i]! - meanS;
      variances += (a * a + s * s) / (pixels - 1 + EPSILON);
      covariance += (a * s) / (pixels - 1 + EPSILON);
    }
  }
  const above = 4 * meanA * meanS * covariance;
  const below = (meanA * meanA + meanS * meanS) * variances;
  if (above !== 0) return above / (below + EPSILON);
  return below === 0 ? 1 : 0;
}

function mean(values: Float32Array | Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
