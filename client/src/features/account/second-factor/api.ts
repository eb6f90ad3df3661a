import type { RecoveryCodes, SecondFactorView, TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import type { AddedPasskey } from '@clearcut/schemas/identity/passkey';
import { queryOptions } from '@tanstack/react-query';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { request, requestJson } from '../../../lib/http/request.ts';
import { createPasskey } from '../../auth/passkey/ceremonies.ts';

const PATH = '/api/auth/second-factor';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }): Promise<SecondFactorView> => requestJson(PATH, { signal }),
});

export const beginTotp = (): Promise<TotpEnrolment> => requestJson(`${PATH}/totp`, { method: 'POST' });

export async function confirmTotp(code: string): Promise<readonly string[]> {
  const { recoveryCodes } = await requestJson<RecoveryCodes>(`${PATH}/totp/confirm`, {
    method: 'POST',
    json: { code },
  });
  return recoveryCodes;
}

export async function removeTotp(): Promise<void> {
  await request(`${PATH}/totp`, { method: 'DELETE' });
}

export async function replaceRecoveryCodes(): Promise<readonly string[]> {
  const { recoveryCodes } = await requestJson<RecoveryCodes>(`${PATH}/recovery-codes`, { method: 'POST' });
  return recoveryCodes;
}

const PASSKEYS = '/api/auth/passkeys';

/** Undefined when the person cancels. */
export async function addPasskey(name: string): Promise<AddedPasskey | undefined> {
  const passkey = await createPasskey(await requestJson(`${PASSKEYS}/options`, { method: 'POST' }));
  return passkey && requestJson<AddedPasskey>(PASSKEYS, { method: 'POST', json: { name, passkey } });
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await request(`${PASSKEYS}/${id}`, { method: 'PATCH', json: { name } });
}

export async function removePasskey(id: string): Promise<void> {
  await request(`${PASSKEYS}/${id}`, { method: 'DELETE' });
}

/** Proves identity by a passkey, or by the password and a code, as far as the account has them. */
export async function sendStepUp(
  json: { readonly passkey: AuthenticationResponseJSON } | { readonly password?: string; readonly code?: string },
): Promise<void> {
  await request('/api/auth/step-up', { method: 'POST', json });
}
