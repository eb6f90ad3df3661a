import { decodeFull, decodeGrey } from './decode.ts';
import { keepRecent } from './keep-recent.ts';
import { sizeOfEncoded } from './open-encoded.ts';

/** Refinement and HD file decode the same originals and mattes at full resolution; this thread keeps the latest. */
export const originals = keepRecent(decodeFull, sizeOfEncoded);
export const mattes = keepRecent(decodeGrey, sizeOfEncoded);
