import type {
  InvitationView,
  MagicLinkView,
  Profile,
  ResetPasswordView,
  SignUpBody,
} from '@clearcut/schemas/identity/http';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { request, requestJson, type RequestOptions } from '../../lib/http/request.ts';

/** Every login returns the profile and sets the session cookie. */
const become = (path: string, json: unknown, options: Pick<RequestOptions, 'idempotencyKey'> = {}): Promise<Profile> =>
  requestJson(path, { method: 'POST', json, changesIdentity: true, ...options });

/** Retrying with the same key after a lost answer enters the account already made. */
export const signUp = (body: SignUpBody, idempotencyKey: string) => become('/api/user', body, { idempotencyKey });

export const logIn = (body: { email: string; password: string; human_check_token?: string }) =>
  become('/api/auth/login', body);

/** Does not consume the link. */
export function getMagicLink(token: string): Promise<MagicLinkView> {
  return requestJson(`/api/auth/magic-link?token=${encodeURIComponent(token)}`);
}

export const logInByLink = (token: string) => become('/api/auth/magic-link/login', { token });

/** After `second_factor_required`. */
export const logInBySecondFactor = (
  proof: { readonly code: string } | { readonly passkey: AuthenticationResponseJSON },
) => become('/api/auth/second-factor/login', proof);

export const logInByPasskey = (passkey: AuthenticationResponseJSON) => become('/api/auth/passkeys/login', { passkey });

export const acceptInvitation = (body: {
  token: string;
  password: string;
  first_name: string;
  last_name: string;
  language: string;
}) => become('/api/auth/accept-invitation', body);

interface SendLink {
  email: string;
  language: string;
  human_check_token?: string;
}

/** The answer does not reveal whether the account exists. */
export async function sendResetLink(json: SendLink): Promise<void> {
  await request('/api/auth/send-token', { method: 'POST', json });
}

/** The answer does not reveal whether the account exists. */
export async function sendMagicLink(json: SendLink): Promise<void> {
  await request('/api/auth/magic-link', { method: 'POST', json });
}

/** Other ways into the account of a reset link. Does not consume the link. */
export function getResetLink(token: string): Promise<ResetPasswordView> {
  return requestJson(`/api/auth/reset-password?token=${encodeURIComponent(token)}`);
}

export async function resetPassword(json: {
  token: string;
  password: string;
  remove_logins: boolean;
  revoke_keys: boolean;
}): Promise<void> {
  await request('/api/auth/reset-password', { method: 'POST', json });
}

export function getInvitation(token: string): Promise<InvitationView> {
  return requestJson(`/api/auth/invitation?token=${encodeURIComponent(token)}`);
}

/** The inviting team forgets the address. */
export async function declineInvitation(token: string): Promise<void> {
  await request('/api/auth/decline-invitation', { method: 'POST', json: { token } });
}

export async function proveAddress(token: string): Promise<void> {
  await request('/api/auth/prove-address', { method: 'POST', json: { token } });
}

/** Mails the confirmation link again. */
export async function sendProof(): Promise<void> {
  await request('/api/auth/send-proof', { method: 'POST' });
}
