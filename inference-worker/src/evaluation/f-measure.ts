import { SUBJECT_FROM } from './overlap.ts';

/** Source: R. Achanta et al., "Frequency-tuned Salient Region Detection", CVPR 2009. */
const BETA_SQUARED = 0.3;

export const THRESHOLDS = 256;

/**
 * F = (1 + β²) · P · R / (β² · P + R) of `alpha >= t / 255` for t = 0..255 (A. Borji et al., "Salient Object Detection:
 * A Benchmark", TIP 2015). Average curves before taking the maximum.
 * @returns undefined without a subject
 */
export function fMeasureCurve(alpha: Float32Array, truth: Float32Array): Float64Array | undefined {
  const found = new Float64Array(THRESHOLDS);
  const right = new Float64Array(THRESHOLDS);
  let subject = 0;
  for (let i = 0; i < truth.length; i++) {
    const level = Math.round(Math.min(1, Math.max(0, alpha[i]!)) * 255);
    found[level]!++;
    if (truth[i]! < SUBJECT_FROM) continue;
    right[level]!++;
    subject++;
  }
  if (subject === 0) return undefined;
  const curve = new Float64Array(THRESHOLDS);
  let all = 0;
  let hits = 0;
  for (let t = THRESHOLDS - 1; t >= 0; t--) {
    all += found[t]!;
    hits += right[t]!;
    const precision = all === 0 ? 0 : hits / all;
    const recall = hits / subject;
    curve[t] = hits === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
  }
  return curve;
}
