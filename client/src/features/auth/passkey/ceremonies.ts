import { passkeyContracts } from '@clearcut/schemas/contracts/identity/passkeys';
import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { Failure } from '../../../lib/errors/failure.ts';
import { call } from '../../../lib/contracts/call.ts';

/** Passkeys need a domain name, not an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);

/** For the account that is logged in or in mid-login. */
export const askChallenge = (purpose: PasskeyChallengeBody['purpose']) =>
  call(passkeyContracts.challenge, { body: { purpose } }) as Promise<PublicKeyCredentialRequestOptionsJSON>;

/** Undefined when the person cancels. @throws Failure passkey_refused */
export function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON | undefined> {
  return unlessCancelled(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON });
  });
}

/** Undefined when the person cancels. @throws Failure */
export async function answerChallenge(
  purpose: PasskeyChallengeBody['purpose'],
): Promise<AuthenticationResponseJSON | undefined> {
  const optionsJSON = await askChallenge(purpose);
  return unlessCancelled(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON });
  });
}

/** Browsers report "cancelled", "timed out" and "no passkey" as one error and have already shown which. */
async function unlessCancelled<T>(ceremony: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ceremony();
  } catch (cause) {
    if (cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError')) return undefined;
    throw new Failure('passkey_refused', { cause });
  }
}
