import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { rejectionOf, type Rejection } from '../../uploads/files/validation.ts';

export interface Chosen {
  /** Pictures that can be sent, in the order in which they came, whether there is place for them or not. */
  readonly pictures: readonly File[];
  /** The others, each with why. */
  readonly refused: readonly Rejection[];
}

/** What systems put into folders beside what people put there. */
const isClutter = ({ name }: File): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

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

/** How many more pictures a bulk upload can take. */
export const placesLeft = (taken: number): number => Math.max(0, BULK_MAX_IMAGES - taken);
