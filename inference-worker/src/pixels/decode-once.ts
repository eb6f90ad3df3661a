import { decodeFull, decodeGrey } from './decode.ts';
import { keepRecent } from './keep-recent.ts';
import { sizeOfEncoded } from './open-encoded.ts';

/** The originals that refinement and HD file decode at full resolution, and their mattes: of each, this thread keeps the last ones. */
export const originals = keepRecent(decodeFull, sizeOfEncoded);
export const mattes = keepRecent(decodeGrey, sizeOfEncoded);
