/** Fields of forms, for the screens of the client and the bodies of requests alike. */
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from './constants.ts';
import { lineSchema } from './text/fields.ts';

/** Trimmed; compared without regard to case wherever accounts are looked up. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(MAX_EMAIL_LENGTH, `Cannot exceed ${MAX_EMAIL_LENGTH} characters`)
  .pipe(z.email('Please enter a valid email address'));

export const nameSchema = lineSchema.max(MAX_NAME_LENGTH, `Cannot exceed ${MAX_NAME_LENGTH} characters`);

/** A password to compare: one of an account may be shorter than one that is being set. */
export const anyPasswordSchema = z
  .string('This field is required')
  .min(1, 'This field is required')
  .max(MAX_PASSWORD_LENGTH, `Cannot exceed ${MAX_PASSWORD_LENGTH} characters`);

/** A password that is being set. How long it must be is a setting, which only the server knows from the start. */
export const passwordSchema = anyPasswordSchema.regex(
  /^[\x21-\x7e]*$/,
  'Use letters, digits and symbols without spaces or accents',
);
