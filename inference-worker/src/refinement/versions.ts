import type { REFINEMENT_VERSIONS } from '@clearcut/schemas/support/replay/kinds';
import type { Raster } from '../pixels/raster.ts';
import type { StoredMatte } from './stored-matte.ts';
import { fullMatteV2 } from './version-2.ts';
import { fullMatteV3 } from './version-3.ts';
import { fullMatteV4 } from './version-4.ts';

type FullMatte = (image: Raster, coarse: StoredMatte) => Promise<Uint8Array>;

/** Any change of a result is a new version: receipts name it, and replays run it again. */
const VERSIONS = { 2: fullMatteV2, 3: fullMatteV3, 4: fullMatteV4 } as const satisfies Record<
  (typeof REFINEMENT_VERSIONS)[number],
  FullMatte
>;
export type RefinementVersion = keyof typeof VERSIONS;

export const isRefinementVersion = (version: number): version is RefinementVersion => version in VERSIONS;

/** For new pictures, as named in events. */
export const REFINEMENT = { method: 'closed-form', version: 4 } as const satisfies {
  readonly method: string;
  readonly version: RefinementVersion;
};

/** 8 bits a pixel. Deterministic. */
export function fullMatte(
  image: Raster,
  coarse: StoredMatte,
  version: RefinementVersion = REFINEMENT.version,
): Promise<Uint8Array> {
  return VERSIONS[version](image, coarse);
}
