import { profileSchema } from '../../identity/http.ts';
import {
  addedPasskeySchema,
  addPasskeyBodySchema,
  passkeyChallengeBodySchema,
  newPasskeyOptionsSchema,
  passkeyLoginBodySchema,
  passkeyOptionsSchema,
  passkeyParamsSchema,
  renamePasskeyBodySchema,
} from '../../identity/passkey.ts';
import type { Contract } from '../contract.ts';

const byUser = { credentials: ['session'], access: { who: 'user' }, beforeSecondFactor: true } as const;
const ofOne = { params: passkeyParamsSchema, paramsError: 'passkey_not_found' } as const;

export const passkeyContracts = {
  begin: {
    method: 'POST',
    path: '/api/auth/passkeys/options/',
    summary: 'Options for creating a passkey (`PublicKeyCredentialCreationOptionsJSON`).',
    ...byUser,
    cache: 'no-store',
    answers: { 200: { description: 'The options, for 5 minutes.', schema: newPasskeyOptionsSchema } },
    needsProof: () => true,
    errors: ['too_many_attempts'],
  },
  add: {
    method: 'POST',
    path: '/api/auth/passkeys/',
    summary: 'Adds a passkey created by the browser. It is a second factor; the first one ends all other sessions.',
    ...byUser,
    body: addPasskeyBodySchema,
    cache: 'no-store',
    answers: {
      201: { description: 'The passkey, and recovery codes with the first factor.', schema: addedPasskeySchema },
    },
    errors: ['validation_failed', 'passkey_refused', 'too_many_passkeys'],
  },
  rename: {
    method: 'PATCH',
    path: '/api/auth/passkeys/:id/',
    summary: 'Renames a passkey.',
    ...byUser,
    ...ofOne,
    body: renamePasskeyBodySchema,
    answers: { 204: { description: 'It has this name now.' } },
    errors: ['validation_failed', 'passkey_not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/auth/passkeys/:id/',
    summary: 'Removes a passkey.',
    ...byUser,
    ...ofOne,
    answers: { 204: { description: 'It is removed.' } },
    needsProof: () => true,
    errors: ['passkey_not_found'],
  },
  challenge: {
    method: 'POST',
    path: '/api/auth/passkeys/challenge/',
    summary:
      'Options for using a passkey (`PublicKeyCredentialRequestOptionsJSON`): for a login, its second step, or a step-up.',
    credentials: ['session'],
    access: { who: 'entrant' },
    body: passkeyChallengeBodySchema,
    cache: 'no-store',
    answers: { 200: { description: 'The options, for 5 minutes and one answer.', schema: passkeyOptionsSchema } },
    errors: ['validation_failed', 'not_logged_in', 'second_factor_expired', 'too_many_attempts'],
  },
  logIn: {
    method: 'POST',
    path: '/api/auth/passkeys/login/',
    summary: 'Logs in with a passkey, which is both factors.',
    credentials: ['session'],
    access: { who: 'entrant' },
    body: passkeyLoginBodySchema,
    answers: { 200: { description: 'The profile, and the cookie of a new session.', schema: profileSchema } },
    errors: ['validation_failed', 'passkey_refused', 'too_many_attempts', 'user_disabled'],
  },
} as const satisfies Record<string, Contract>;
