import type { Raster, Size } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { solveMatting } from './solve-matting.ts';
import { applyColourEvidence } from './colour-evidence.ts';
import { resample } from '../../planes/resample.ts';
import { Workspace } from '../../memory/workspace.ts';
import { tidy } from './tidy.ts';

/** Longest side of the picture that the lengths here are given for. */
const SCALE_SIDE = 1024;

/** Window of the guided pass, in pixels: about as far as a model's edge lies beside the picture's. */
const GUIDED_RADIUS = 8;
const GUIDED_EPSILON = 1e-4;

/** Nearer to 0 or 1 than this a pixel is sure, unless it lies within BAND pixels, of one that is not. */
const SURE = 0.02;
const BAND = 2;
/** In pixels: over how many the evidence of colours is averaged, and how near to the subject it counts for the subject. */
const HEARD_RADIUS = 4;
const NEAR_RADIUS = 64;
const MATTING_EPSILON = 1e-5;
/** Pull of the prior on a pixel that is nearly sure, and on one that is half subject and so says nothing. */
const FIRM = 0.4;
const LOOSE = 0.01;

/** A pass of the guided filter over alpha, contrast-stretched, 0..1, in memory of the workspace. Each refinement runs it in its own way. */
export type GuidedPass = (
  guide: Raster,
  alpha: Float32Array,
  radius: number,
  epsilon: number,
  space: Workspace,
) => Promise<Float32Array>;

/**
 * The model's matte, worked out at the size of a small picture: a pass of the guided filter lays its blurred edge onto the
 * picture's, veils that touch no subject are removed, evidence of colours settles what is half subject, and closed-form matting
 * solves the band that is still unsure.
 * @param guide RGB.
 * @param space whose memory the result has.
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

/** A length in pixels of a picture of SCALE_SIDE, for a picture of another size. */
export function atScale(length: number, { width, height }: Size): number {
  return Math.max(1, Math.round((length * Math.max(width, height)) / SCALE_SIDE));
}

/** 1 for the pixels that are unsure or lie close to one, or to a step from subject to ground that has no unsure pixel. */
function unsureBand(alpha: Float32Array, size: Size, space: Workspace): Uint8Array {
  const { width, height } = size;
  using own = new Workspace();
  const near = own.floats(alpha.length);
  // A window that holds only 0, or only 1, has a mean of exactly that; any other mean means an edge inside it.
  for (let i = 0; i < alpha.length; i++) near[i] = alpha[i]! < SURE ? 0 : alpha[i]! > 1 - SURE ? 1 : 0.5;
  boxMean(near, near, width, height, atScale(BAND, size));
  // `Uint8Array.from` with a function takes fifty times as long: 12 ms of 512 x 384 pixels.
  const band = space.bytes(alpha.length);
  for (let i = 0; i < band.length; i++) band[i] = near[i]! > 1e-6 && near[i]! < 1 - 1e-6 ? 1 : 0;
  return band;
}
