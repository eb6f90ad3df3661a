/** Shared by the client's forms and request bodies. */
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from './constants.ts';
import { lineSchema } from './text/fields.ts';

/** Trimmed; accounts are looked up without regard to case. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(MAX_EMAIL_LENGTH, `Cannot exceed ${MAX_EMAIL_LENGTH} characters`)
  .pipe(z.email('Please enter a valid email address'));

export const nameSchema = lineSchema.max(MAX_NAME_LENGTH, `Cannot exceed ${MAX_NAME_LENGTH} characters`);

/** For comparison: an existing password may be shorter than a new one. */
export const anyPasswordSchema = z
  .string('This field is required')
  .min(1, 'This field is required')
  .max(MAX_PASSWORD_LENGTH, `Cannot exceed ${MAX_PASSWORD_LENGTH} characters`);

/** A new password. The server checks its length, which is a setting. */
export const passwordSchema = anyPasswordSchema.regex(
  /^[\x21-\x7e]*$/,
  'Use letters, digits and symbols without spaces or accents',
);
