import { flattenOntoWhite, resize } from '../pixels/decode.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import { fromBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { guidedCoefficients } from './closed-form/guided-filter.ts';
import { applyGuided } from './closed-form/guided-upsampling.ts';
import { atScale, workingMatte, type GuidedPass } from './closed-form/working-matte.ts';
import type { StoredMatte } from './stored-matte.ts';

const WORKING_SIDE = 1024;

/** As narrow as the matting's windows. */
const CARRY_RADIUS = 2;
const CARRY_EPSILON = 1e-5;

/**
 * Works at 1,024 pixels, without the models' runtime; kept for replays.
 * @returns 8 bits a pixel, full resolution
 */
export async function fullMatteV2(image: Raster, coarse: StoredMatte): Promise<Uint8Array> {
  using space = new Workspace();
  const guide = await flattenOntoWhite(await resize(image, fitInside(image, WORKING_SIDE), space), space);
  const alpha = await workingMatte(guide, fromBytes(coarse.data, space), coarse, guidedPass, space);
  return applyGuided(image, guidedCoefficients(guide, alpha, atScale(CARRY_RADIUS, guide), CARRY_EPSILON));
}

const guidedPass: GuidedPass = async (guide, alpha, radius, epsilon, space) =>
  fromBytes(applyGuided(guide, guidedCoefficients(guide, alpha, radius, epsilon)), space);
