import { decodeFull, decodeGrey, readSize } from './decode.ts';
import { keepRecent } from './keep-recent.ts';

/** The originals that refinement and HD file decode at full resolution, and their mattes: of each, this thread keeps the last ones. */
export const originals = keepRecent(decodeFull, readSize);
export const mattes = keepRecent(decodeGrey, readSize);
