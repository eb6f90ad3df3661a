import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../constants.ts';
import { passkeyAnswerSchema, passkeySchema } from './passkey.ts';

export const secondFactorSchema = z.object({
  totp: z.object({ since: z.iso.datetime() }).nullable(),
  /** Oldest first. */
  passkeys: z.array(passkeySchema),
  recoveryCodesLeft: z.int().min(0),
});
export type SecondFactorView = z.infer<typeof secondFactorSchema>;

export const totpEnrolmentSchema = z.object({
  /** Base32, to type into the app. */
  secret: z.string(),
  /** SVG. */
  qr: z.string(),
});
export type TotpEnrolment = z.infer<typeof totpEnrolmentSchema>;

const code = z.string('This field is required').trim().min(1, 'This field is required').max(64);

export const secondFactorCodeBodySchema = z.object({ code });

/** A code of the app, a recovery code, or a passkey. */
export const secondFactorLoginBodySchema = z.union([
  z.strictObject({ code }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
]);

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** Password and code, as far as the account has them, or a passkey, which stands for both. */
export const stepUpBodySchema = z.strictObject({
  password: z.string().min(1, 'This field is required').max(MAX_PASSWORD_LENGTH).optional(),
  code: code.optional(),
  passkey: passkeyAnswerSchema.optional(),
});
export type StepUpBody = z.infer<typeof stepUpBodySchema>;
