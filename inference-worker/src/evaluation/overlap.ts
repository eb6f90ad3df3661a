export const SUBJECT_FROM = 0.5;

/** P. Jaccard, "The Distribution of the Flora in the Alpine Zone", 1912. Two empty mattes: 1. */
export function intersectionOverUnion(alpha: Float32Array, truth: Float32Array): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < truth.length; i++) {
    const inAlpha = alpha[i]! >= SUBJECT_FROM;
    const inTruth = truth[i]! >= SUBJECT_FROM;
    if (inAlpha && inTruth) both++;
    if (inAlpha || inTruth) either++;
  }
  return either === 0 ? 1 : both / either;
}

/** Counts half transparency, which overlap ignores. */
export function meanAbsoluteError(alpha: Float32Array, truth: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < truth.length; i++) sum += Math.abs(alpha[i]! - truth[i]!);
  return sum / truth.length;
}
