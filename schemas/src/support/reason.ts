import { SUPPORT } from '../constants.ts';
import { wordsSchema } from '../text/fields.ts';
import { SHORTEST_REASON } from './access.ts';

/** Why staff do something, in their words: it can never be erased, so it names no person. */
export const reasonSchema = wordsSchema({
  min: SHORTEST_REASON,
  max: SUPPORT.reasonLength,
  tooShort: 'Say in a few words why',
});
