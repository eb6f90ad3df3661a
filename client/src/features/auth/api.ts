import { authContracts, userContracts } from '@clearcut/schemas/contracts/identity/account';
import { passkeyContracts } from '@clearcut/schemas/contracts/identity/passkeys';
import { secondFactorContracts } from '@clearcut/schemas/contracts/identity/second-factor';
import { type BodyOf, call } from '../../lib/contracts/call.ts';

/** Every login returns the profile and sets the session cookie. */
const changesIdentity = true;

/** Retrying with the same key after a lost answer enters the account already made. */
export const signUp = (body: BodyOf<typeof userContracts.signUp>, idempotencyKey: string) =>
  call(userContracts.signUp, { body, changesIdentity, idempotencyKey });

export const logIn = (body: BodyOf<typeof authContracts.login>) => call(authContracts.login, { body, changesIdentity });

export const logInByLink = (token: string) => call(authContracts.magicLogin, { body: { token }, changesIdentity });

/** After `second_factor_required`. */
export const logInBySecondFactor = (body: BodyOf<typeof secondFactorContracts.logIn>) =>
  call(secondFactorContracts.logIn, { body, changesIdentity });

export const logInByPasskey = (passkey: BodyOf<typeof passkeyContracts.logIn>['passkey']) =>
  call(passkeyContracts.logIn, { body: { passkey }, changesIdentity });

export const acceptInvitation = (body: BodyOf<typeof authContracts.acceptInvitation>) =>
  call(authContracts.acceptInvitation, { body, changesIdentity });
