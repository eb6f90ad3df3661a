import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { isClutter } from '../../uploads/files/dropped-files.ts';
import { rejectionOf, type Rejection } from '../../uploads/files/validation.ts';

export interface Chosen {
  /** Valid pictures in their order, including those beyond the limit. */
  readonly pictures: readonly File[];
  readonly refused: readonly Rejection[];
}

export function chooseFiles(files: readonly File[]): Chosen {
  const pictures: File[] = [];
  const refused: Rejection[] = [];
  for (const file of files) {
    if (isClutter(file)) continue;
    const rejection = rejectionOf(file);
    if (rejection === undefined) pictures.push(file);
    else refused.push(rejection);
  }
  return { pictures, refused };
}

export const placesLeft = (taken: number): number => Math.max(0, BULK_MAX_IMAGES - taken);
