import type { Raster, Size } from '../../pixels/raster.ts';
import { fromBytes } from '../../planes/alpha.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { solveMatting } from './solve-matting.ts';
import { applyColourEvidence } from './colour-evidence.ts';
import { guidedCoefficients } from './guided-filter.ts';
import { applyGuided } from './guided-upsampling.ts';
import { resample } from '../../planes/resample.ts';
import { tidy } from './tidy.ts';

/** Longest side at which a matte is worked on. Models' mattes hold no finer detail, and memory grows with its square. */
export const WORKING_SIDE = 1024;

/** Window of the guided pass at that side, in pixels: about as far as a model's edge lies beside the picture's. */
const GUIDED_RADIUS = 8;
const GUIDED_EPSILON = 1e-4;

/** Nearer to 0 or 1 than this a pixel is sure, unless it lies within BAND pixels, at the working side, of one that is not. */
const SURE = 0.02;
const BAND = 2;
/** At the working side, in pixels: over how many colours are heard together, and how near to the subject they speak for it. */
const HEARD_RADIUS = 4;
const NEAR_RADIUS = 64;
const MATTING_EPSILON = 1e-5;
/** Pull of the prior on a pixel that is nearly sure, and on one that is half subject and so says nothing. */
const FIRM = 0.4;
const LOOSE = 0.01;

/**
 * The model's matte, worked out at the size of a small picture: a pass of the guided filter lays its blurred edge onto the
 * picture's, what touches no subject is taken away, colours speak for or against what is half subject, and closed-form matting
 * settles the band that is still unsure.
 * @param guide RGB, longest side WORKING_SIDE at most.
 * @returns alpha at the guide's size, 0..1, not yet contrast-stretched.
 */
export function workingMatte(guide: Raster, coarse: Float32Array, size: Size): Float32Array {
  const enlarged = resample(coarse, size, guide);
  const guided = guidedCoefficients(guide, enlarged, atScale(GUIDED_RADIUS, guide), GUIDED_EPSILON);
  const prior = fromBytes(applyGuided(guide, guided));
  tidy(prior, guide);
  applyColourEvidence(prior, guide, SURE, atScale(HEARD_RADIUS, guide), atScale(NEAR_RADIUS, guide));
  const unsure = unsureBand(prior, guide);
  const weight = new Float32Array(prior.length);
  for (let i = 0; i < prior.length; i++) {
    if (unsure[i] === 0) prior[i] = Math.round(prior[i]!);
    weight[i] = LOOSE + (FIRM - LOOSE) * (2 * prior[i]! - 1) ** 2;
  }
  return solveMatting({ guide, alpha: prior, unsure, weight, epsilon: MATTING_EPSILON });
}

/** A length in pixels at WORKING_SIDE, for a picture that may be smaller. */
export function atScale(length: number, { width, height }: Size): number {
  return Math.max(1, Math.round((length * Math.max(width, height)) / WORKING_SIDE));
}

/** 1 for the pixels that are unsure or lie close to one, or to a step from subject to ground that has no unsure pixel. */
function unsureBand(alpha: Float32Array, size: Size): Uint8Array {
  const { width, height } = size;
  const near = new Float32Array(alpha.length);
  // A window that holds only 0, or only 1, has a mean of exactly that; any other mean means an edge inside it.
  const snapped = alpha.map((value) => (value < SURE ? 0 : value > 1 - SURE ? 1 : 0.5));
  boxMean(snapped, near, width, height, atScale(BAND, size));
  return Uint8Array.from(near, (mean) => (mean > 1e-6 && mean < 1 - 1e-6 ? 1 : 0));
}
