import type { Raster, Size } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { solveMatting } from './solve-matting.ts';
import { applyColourEvidence } from './colour-evidence.ts';
import { resample } from '../../planes/resample.ts';
import { Workspace } from '../../memory/workspace.ts';
import { tidy } from './tidy.ts';

/** Longest side for which lengths are given. */
const SCALE_SIDE = 1024;

/** How far a model's edge lies beside the picture's, in pixels. */
const GUIDED_RADIUS = 8;
const GUIDED_EPSILON = 1e-4;

/** Nearer to 0 or 1, a pixel is sure, unless within BAND of an unsure one. */
const SURE = 0.02;
const BAND = 2;
/** Pixels. */
const GRAIN_RADIUS = 4;
const SUBJECT_RADIUS = 64;
const MATTING_EPSILON = 1e-5;
/** Pull of the prior on a nearly sure pixel, and on a half-subject one. */
const FIRM = 0.4;
const LOOSE = 0.01;

/** Contrast-stretched, 0..1, in the workspace's memory. */
export type GuidedPass = (
  guide: Raster,
  alpha: Float32Array,
  radius: number,
  epsilon: number,
  space: Workspace,
) => Promise<Float32Array>;

/**
 * Moves the blurred edge onto the picture's, removes veils, settles half-subject pixels by colour, and solves the rest.
 * @param guide RGB
 * @returns 0..1, not contrast-stretched
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
  applyColourEvidence(prior, guide, SURE, atScale(GRAIN_RADIUS, guide), atScale(SUBJECT_RADIUS, guide));
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

/** 1 near unsure pixels and hard steps. */
function unsureBand(alpha: Float32Array, size: Size, space: Workspace): Uint8Array {
  const { width, height } = size;
  using own = new Workspace();
  const near = own.floats(alpha.length);
  // Only windows of all 0 or all 1 have exactly that mean.
  for (let i = 0; i < alpha.length; i++) near[i] = alpha[i]! < SURE ? 0 : alpha[i]! > 1 - SURE ? 1 : 0.5;
  boxMean(near, near, width, height, atScale(BAND, size));
  // `Uint8Array.from` with a function takes fifty times as long.
  const band = space.bytes(alpha.length);
  for (let i = 0; i < band.length; i++) band[i] = near[i]! > 1e-6 && near[i]! < 1 - 1e-6 ? 1 : 0;
  return band;
}
