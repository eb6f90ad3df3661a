import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../constants.ts';

/** GET /api/auth/second-factor */
export const secondFactorSchema = z.object({
  /** The authenticator app; null without one. */
  totp: z.object({ since: z.iso.datetime() }).nullable(),
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

/** A code of the app or, at a login, a recovery code. */
export const secondFactorCodeBodySchema = z.object({ code });

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** POST /api/auth/step-up: the password, where there is one, and a code, where there is a second factor. */
export const stepUpBodySchema = z.strictObject({
  password: z.string().min(1, 'This field is required').max(MAX_PASSWORD_LENGTH).optional(),
  code: code.optional(),
});
export type StepUpBody = z.infer<typeof stepUpBodySchema>;
