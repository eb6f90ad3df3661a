import type { Raster, Size } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { solveMatting } from './solve-matting.ts';
import { applyColourEvidence } from './colour-evidence.ts';
import { resample } from '../../planes/resample.ts';
import { Workspace } from '../../memory/workspace.ts';
import { tidy } from './tidy.ts';

/** Longest side for which the lengths here are given. */
const SCALE_SIDE = 1024;

/** Window of the guided pass, in pixels: about as far as a model's edge lies beside the picture's. */
const GUIDED_RADIUS = 8;
const GUIDED_EPSILON = 1e-4;

/** A pixel nearer to 0 or 1 than this is sure, unless within BAND pixels of an unsure one. */
const SURE = 0.02;
const BAND = 2;
/** Pixels: the radius over which colour evidence is averaged, and the one within which it counts for the subject. */
const HEARD_RADIUS = 4;
const NEAR_RADIUS = 64;
const MATTING_EPSILON = 1e-5;
/** Pull of the prior on a nearly sure pixel, and on a half-subject one, which says nothing. */
const FIRM = 0.4;
const LOOSE = 0.01;

/**
 * A guided-filter pass over alpha, contrast-stretched, 0..1, in the workspace's memory. Each refinement has its own.
 */
export type GuidedPass = (
  guide: Raster,
  alpha: Float32Array,
  radius: number,
  epsilon: number,
  space: Workspace,
) => Promise<Float32Array>;

/**
 * Refines the model's matte at a small size: a guided-filter pass moves its blurred edge onto the picture's, veils that
 * touch no subject are removed, colour evidence settles half-subject pixels, and closed-form matting solves the band
 * still unsure.
 * @param guide RGB.
 * @returns alpha at the guide's size, 0..1, not yet contrast-stretched.
 */
export async function workingMatte(
  guide: Raster,
  coarse: Float32Array,
  size: Size,
  guidedPass: GuidedPass,
  space: Workspace,
): Promise<Float32Array> {
  using own = new Workspace();
  const enlarged = resample(coarse, size, guide, own);
  const prior = await guidedPass(guide, enlarged, atScale(GUIDED_RADIUS, guide), GUIDED_EPSILON, own);
  tidy(prior, guide);
  applyColourEvidence(prior, guide, SURE, atScale(HEARD_RADIUS, guide), atScale(NEAR_RADIUS, guide));
  const unsure = unsureBand(prior, guide, own);
  const weight = own.floats(prior.length);
  for (let i = 0; i < prior.length; i++) {
    if (unsure[i] === 0) prior[i] = Math.round(prior[i]!);
    weight[i] = LOOSE + (FIRM - LOOSE) * (2 * prior[i]! - 1) ** 2;
  }
  return solveMatting({ guide, alpha: prior, unsure, weight, epsilon: MATTING_EPSILON }, space);
}

export function atScale(length: number, { width, height }: Size): number {
  return Math.max(1, Math.round((length * Math.max(width, height)) / SCALE_SIDE));
}

/** 1 for pixels that are unsure, close to an unsure one, or close to a hard step from subject to ground. */
function unsureBand(alpha: Float32Array, size: Size, space: Workspace): Uint8Array {
  const { width, height } = size;
  using own = new Workspace();
  const near = own.floats(alpha.length);
  // A window of only 0 or only 1 has exactly that mean; any other mean shows an edge inside.
  for (let i = 0; i < alpha.length; i++) near[i] = alpha[i]! < SURE ? 0 : alpha[i]! > 1 - SURE ? 1 : 0.5;
  boxMean(near, near, width, height, atScale(BAND, size));
  // `Uint8Array.from` with a function takes fifty times as long: 12 ms for 512 x 384 pixels.
  const band = space.bytes(alpha.length);
  for (let i = 0; i < band.length; i++) band[i] = near[i]! > 1e-6 && near[i]! < 1 - 1e-6 ? 1 : 0;
  return band;
}
