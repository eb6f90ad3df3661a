import { SUPPORT } from '../constants.ts';
import { wordsSchema } from '../text/fields.ts';
import { SHORTEST_REASON } from './access.ts';

/** Never erased, so it names no person. */
export const reasonSchema = wordsSchema({
  min: SHORTEST_REASON,
  max: SUPPORT.reasonLength,
  tooShort: 'Say in a few words why',
});
