import { SUPPORT } from '../constants.ts';
import { wordsSchema } from '../text/fields.ts';
import { MIN_REASON_LENGTH } from './access.ts';

/** Never erased, so it names no person. */
export const reasonSchema = wordsSchema({
  min: MIN_REASON_LENGTH,
  max: SUPPORT.reasonLength,
  tooShort: 'Say in a few words why',
});
