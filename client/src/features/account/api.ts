import type { Profile, SessionView, UpdateProfileBody } from '@clearcut/schemas/identity/http';
import type { ThirdPartyLogin } from '@clearcut/schemas/identity/third-party';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from '../../lib/http/request.ts';

/** Newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await requestJson<{ sessions: SessionView[] }>('/api/auth/sessions', { signal });
    return sessions;
  },
  // Always current: shows who is logged in now.
  staleTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await request(`/api/auth/sessions/${id}`, { method: 'DELETE' });
}

/** Keeps the session of this browser. */
export async function endOtherSessions(): Promise<void> {
  await request('/api/auth/sessions', { method: 'DELETE' });
}

/** Oldest first. */
export const loginsQuery = queryOptions({
  queryKey: ['third-party-logins'],
  queryFn: async ({ signal }) => {
    const { logins } = await requestJson<{ logins: ThirdPartyLogin[] }>('/api/auth/third-party-logins', { signal });
    return logins;
  },
});

export async function unlinkLogin(id: string): Promise<void> {
  await request(`/api/auth/third-party-logins/${id}`, { method: 'DELETE' });
}

export function updateAccount(json: UpdateProfileBody): Promise<Profile> {
  return requestJson('/api/user/me', { method: 'PATCH', json });
}

export const askForAddress = (email: string): Promise<Profile> =>
  requestJson('/api/user/me/email/', { method: 'POST', json: { email } });

export const keepAddress = (): Promise<Profile> => requestJson('/api/user/me/email/', { method: 'DELETE' });

export async function closeAccount(): Promise<void> {
  await request('/api/user/me/close', { method: 'POST' });
}
