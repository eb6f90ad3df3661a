import { z } from 'zod';
import { SUPPORT } from '../constants.ts';

/** Why staff do something, in their words: it can never be erased, so it names no person. */
export const reasonSchema = z
  .string('This field is required')
  .trim()
  .min(3, 'Say in a few words why')
  .max(SUPPORT.reasonLength, `Cannot exceed ${SUPPORT.reasonLength} characters`);
