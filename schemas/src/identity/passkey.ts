import { z } from 'zod';
import { PASSKEYS } from '../constants.ts';
import { requiredLineSchema } from '../text/fields.ts';
import { idSchema } from '../id.ts';

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** False after a password reset: a second factor only, until added again. */
  logsIn: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkeySchema>;

const passkeyNameSchema = requiredLineSchema(PASSKEYS.nameLength);

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);

/** `PublicKeyCredential.toJSON` of Web Authentication Level 3. Ids have at most 1,023 bytes. */
const credential = {
  id: base64url(1364),
  rawId: base64url(1364),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const clientDataJSON = base64url(8192);

const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(8192),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** Each challenge serves one purpose, once. */
export const passkeyChallengeBodySchema = z.object({ purpose: z.enum(['log-in', 'second-factor', 'step-up']) });
export type PasskeyChallengeBody = z.infer<typeof passkeyChallengeBodySchema>;

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication Level 3. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
/** `PublicKeyCredentialCreationOptionsJSON` of the same. */
export const newPasskeyOptionsSchema = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ alg: z.int(), type: z.literal('public-key') })),
});

export const addPasskeyBodySchema = z.object({ name: passkeyNameSchema, passkey: newPasskeySchema });
export const addedPasskeySchema = z.object({
  passkey: passkeySchema,
  /** Shown once, with the account's first second factor; otherwise null. */
  recoveryCodes: z.array(z.string()).nullable(),
});
export type AddedPasskey = z.infer<typeof addedPasskeySchema>;

export const passkeyParamsSchema = z.object({ id: idSchema });
export const renamePasskeyBodySchema = z.object({ name: passkeyNameSchema });

export const passkeyLoginBodySchema = z.object({ passkey: passkeyAnswerSchema });
