import { decodeFull, decodeGrey } from './decode.ts';
import { keepRecent } from './keep-recent.ts';
import { sizeOfEncoded } from './open-encoded.ts';

/** Shared by refinement and HD file. */
export const originals = keepRecent(decodeFull, sizeOfEncoded);
export const mattes = keepRecent(decodeGrey, sizeOfEncoded);
