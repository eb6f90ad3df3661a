import { flattenOntoWhite, resize } from '../pixels/decode.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { applyGuided } from './closed-form/guided-upsampling.ts';
import { atScale, workingMatte } from './closed-form/working-matte.ts';
import { guidedCoefficients, guidedFilter } from './native/guided-filter.ts';
import type { StoredMatte } from './stored-matte.ts';

/** The error at the edge is no larger than at 1,024, for a quarter of the work. */
const WORKING_SIDE = 512;

const CARRY_RADIUS = 2;
const CARRY_EPSILON = 1e-5;

/** @returns 8 bits a pixel, full resolution */
export async function fullMatteV3(image: Raster, coarse: StoredMatte): Promise<Uint8Array> {
  using space = new Workspace();
  const guide = await flattenOntoWhite(await resize(image, fitInside(image, WORKING_SIDE), space), space);
  const alpha = await workingMatte(guide, fromBytes(coarse.data, space), coarse, guidedFilter, space);
  const radius = atScale(CARRY_RADIUS, guide);
  return applyGuided(image, await guidedCoefficients(guide, alpha, radius, CARRY_EPSILON, space));
}
