/** Fields of forms, for the screens of the client and the bodies of requests alike. */
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from './constants.ts';

/** Trimmed; compared without regard to case wherever accounts are looked up. */
export const emailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(MAX_EMAIL_LENGTH, `Cannot exceed ${MAX_EMAIL_LENGTH} characters`)
  .pipe(z.email('Please enter a valid email address'));

/**
 * No control characters: PostgreSQL cannot store NUL, and the others are invisible. Bidirectional controls would also reorder the text around
 * a name, so that a name in an invitation could change what the recipient reads.
 */
export const plainTextSchema = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'Use only characters that can be seen');

export const nameSchema = plainTextSchema.max(MAX_NAME_LENGTH, `Cannot exceed ${MAX_NAME_LENGTH} characters`);

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
