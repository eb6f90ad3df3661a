import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { Failure } from '../../../lib/errors/failure.ts';
import { requestJson } from '../../../lib/http/request.ts';

/** Whether this browser can use passkeys on this page: they are for a name, not for an address of the net. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);

/** For the authenticators of the account that is logged in, or is halfway in. */
export const askChallenge = (
  purpose: PasskeyChallengeBody['purpose'],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  requestJson('/api/auth/passkeys/challenge', { method: 'POST', json: { purpose } });

/** Has the browser make a passkey; undefined when the person thinks better of it. @throws Failure passkey_refused */
export function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON | undefined> {
  return unlessCancelled(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  });
}

/** Has a passkey answer a new challenge; undefined when the person thinks better of it. @throws Failure */
export async function answerChallenge(
  purpose: PasskeyChallengeBody['purpose'],
): Promise<AuthenticationResponseJSON | undefined> {
  const optionsJSON = await askChallenge(purpose);
  return unlessCancelled(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON });
  });
}

/** Browsers have one error for "cancelled", "ran out of time" and "there is none", and have told the person which. */
async function unlessCancelled<T>(ceremony: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ceremony();
  } catch (cause) {
    if (cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError')) return undefined;
    throw new Failure('passkey_refused', { cause });
  }
}
