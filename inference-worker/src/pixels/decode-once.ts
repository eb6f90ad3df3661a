import { decodeFull, decodeGrey } from './decode.ts';
import { keepLast } from './keep-last.ts';

/** The originals that refinement and HD file decode at full resolution, and their mattes: of each, this thread keeps the last one. */
export const originals = keepLast(decodeFull);
export const mattes = keepLast(decodeGrey);
