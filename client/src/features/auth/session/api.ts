import type { AuthOptions, Profile } from '@clearcut/schemas/identity/http';
import { request, requestJson } from '../../../lib/http/request.ts';

export function getProfile(): Promise<Profile> {
  return requestJson('/api/user/me', { changesIdentity: true });
}

export function updateProfile(json: { language?: string; password?: string }): Promise<Profile> {
  return requestJson('/api/user/me', { method: 'PATCH', json });
}

export async function logOut(): Promise<void> {
  await request('/api/auth/logout', { changesIdentity: true });
}

export function getAuthOptions(): Promise<AuthOptions> {
  return requestJson('/api/auth/options');
}

/** Moves the pictures of an anonymous session to the account. Idempotent. */
export function linkAnonymousImages(sessionId: string): Promise<{ transferred: number }> {
  return requestJson('/api/transaction/link-anonymous-images', {
    method: 'POST',
    json: { session_id: sessionId },
    changesIdentity: true,
  });
}
