import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../constants.ts';
import { passkeyAnswerSchema, passkeySchema } from './passkey.ts';

/** GET /api/auth/second-factor */
export const secondFactorSchema = z.object({
  /** The authenticator app; null without one. */
  totp: z.object({ since: z.iso.datetime() }).nullable(),
  /** Oldest first. */
  passkeys: z.array(passkeySchema),
  recoveryCodesLeft: z.int().min(0),
});
export type SecondFactorView = z.infer<typeof secondFactorSchema>;

/** POST /api/auth/second-factor/totp */
export const totpEnrolmentSchema = z.object({
  /** In base32, for people who type it into their app. */
  secret: z.string(),
  /** The same for the app's camera: an SVG picture. */
  qr: z.string(),
});
export type TotpEnrolment = z.infer<typeof totpEnrolmentSchema>;

const code = z.string('This field is required').trim().min(1, 'This field is required').max(64);

/** A code of the app. */
export const secondFactorCodeBodySchema = z.object({ code });

/** POST /api/auth/second-factor/login: a code of the app, a recovery code, or a passkey. */
export const secondFactorLoginBodySchema = z.union([
  z.strictObject({ code }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
]);

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/**
 * POST /api/auth/step-up: the password, where there is one, and a code, where there is a second factor. A passkey stands for both: its
 * authenticator has asked for a finger, a face or a PIN.
 */
export const stepUpBodySchema = z.strictObject({
  password: z.string().min(1, 'This field is required').max(MAX_PASSWORD_LENGTH).optional(),
  code: code.optional(),
  passkey: passkeyAnswerSchema.optional(),
});
export type StepUpBody = z.infer<typeof stepUpBodySchema>;
