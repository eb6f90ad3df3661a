import type { ErrorCode } from '../../errors.ts';
import { profileSchema } from '../../identity/http.ts';
import {
  recoveryCodesSchema,
  secondFactorCodeBodySchema,
  secondFactorLoginBodySchema,
  secondFactorSchema,
  stepUpBodySchema,
  totpEnrolmentSchema,
} from '../../identity/second-factor.ts';
import type { Contract } from '../contract.ts';

const byUser = { credentials: ['session'], access: { who: 'user' }, beforeSecondFactor: true } as const;
const codes = { 200: { description: 'The codes, shown only this once.', schema: recoveryCodesSchema } } as const;
const codeErrors: readonly ErrorCode[] = ['validation_failed', 'code_incorrect', 'too_many_attempts'];

export const secondFactorContracts = {
  find: {
    method: 'GET',
    path: '/api/auth/second-factor/',
    summary: "Lists the account's second factors.",
    ...byUser,
    cache: 'no-store',
    answers: { 200: { description: 'The second factors, or none.', schema: secondFactorSchema } },
    errors: [],
  },
  begin: {
    method: 'POST',
    path: '/api/auth/second-factor/totp/',
    summary: 'Creates a secret for an authenticator app. Logins ask for codes once the first one is confirmed.',
    ...byUser,
    cache: 'no-store',
    answers: { 200: { description: 'The secret, as text and as a QR code.', schema: totpEnrolmentSchema } },
    needsProof: () => true,
    errors: ['second_factor_exists'],
  },
  confirm: {
    method: 'POST',
    path: '/api/auth/second-factor/totp/confirm/',
    summary: 'Turns the app on with its first code, and ends all other sessions.',
    ...byUser,
    body: secondFactorCodeBodySchema,
    cache: 'no-store',
    answers: codes,
    errors: codeErrors,
  },
  remove: {
    method: 'DELETE',
    path: '/api/auth/second-factor/totp/',
    summary: 'Removes the authenticator app. Without a passkey, logins no longer ask for a second factor.',
    ...byUser,
    answers: { 204: { description: 'There is no app now.' } },
    needsProof: () => true,
    errors: [],
  },
  replaceCodes: {
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes/',
    summary: 'Creates new recovery codes; earlier ones stop working.',
    ...byUser,
    cache: 'no-store',
    answers: codes,
    needsProof: () => true,
    errors: ['second_factor_missing'],
  },
  logIn: {
    method: 'POST',
    path: '/api/auth/second-factor/login/',
    summary: 'Completes a login with a passkey, a code of the app, or a recovery code.',
    credentials: ['session'],
    access: { who: 'entrant' },
    body: secondFactorLoginBodySchema,
    answers: { 200: { description: 'The profile, and the cookie of a new session.', schema: profileSchema } },
    errors: [...codeErrors, 'passkey_refused', 'second_factor_expired', 'user_disabled'],
  },
  stepUp: {
    method: 'POST',
    path: '/api/auth/step-up/',
    summary:
      "Confirms the person's identity for 10 minutes: with a passkey, or with the password and, given a second factor, a code.",
    ...byUser,
    body: stepUpBodySchema,
    answers: { 204: { description: 'It is the owner.' } },
    errors: [...codeErrors, 'passkey_refused', 'password_incorrect', 'second_factor_required', 'proof_required'],
  },
} as const satisfies Record<string, Contract>;
