import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { flattenOntoWhite, resize } from '../pixels/decode.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import { fromBytes, stretch } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import { Workspace } from '../memory/workspace.ts';
import { applyGuided } from './closed-form/guided-upsampling.ts';
import { keepInside, lostSubjects } from './closed-form/keep-sure.ts';
import { atScale, workingMatte } from './closed-form/working-matte.ts';
import { guidedCoefficients, guidedFilter } from './native/guided-filter.ts';
import type { StoredMatte } from './stored-matte.ts';

const WORKING_SIDE = 512;
const CARRY_RADIUS = 2;
const CARRY_EPSILON = 1e-5;

/**
 * Restores subjects that version 3 removed.
 * @returns 8 bits a pixel, full resolution
 */
export async function fullMatteV4(image: Raster, coarse: StoredMatte): Promise<Uint8Array> {
  using space = new Workspace();
  const guide = await flattenOntoWhite(await resize(image, fitInside(image, WORKING_SIDE), space), space);
  const coarseAlpha = fromBytes(coarse.data, space);
  const alpha = await workingMatte(guide, coarseAlpha, coarse, guidedFilter, space);
  const first = stretched(resample(coarseAlpha, coarse, guide, space), space);
  keepInside(alpha, first, guide);
  const lost = lostSubjects(alpha, first, guide, space);
  const radius = atScale(CARRY_RADIUS, guide);
  const matte = applyGuided(image, await guidedCoefficients(guide, alpha, radius, CARRY_EPSILON, space));
  if (lost !== undefined) {
    const shown = stretchedMatte({ ...coarse, alpha: coarseAlpha }, image, space);
    const where = resample(lost, guide, image, space);
    for (let i = 0; i < matte.length; i++) if (where[i]! > 0 && shown[i]! > matte[i]!) matte[i] = shown[i]!;
  }
  return matte;
}

function stretched(alpha: Float32Array, space: Workspace): Float32Array {
  const plane = space.floats(alpha.length);
  for (let i = 0; i < plane.length; i++) plane[i] = stretch(alpha[i]!);
  return plane;
}
