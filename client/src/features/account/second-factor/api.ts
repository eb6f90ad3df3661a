import { passkeyContracts } from '@clearcut/schemas/contracts/identity/passkeys';
import { secondFactorContracts } from '@clearcut/schemas/contracts/identity/second-factor';
import type { AddedPasskey } from '@clearcut/schemas/identity/passkey';
import { queryOptions } from '@tanstack/react-query';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { addressOf, call } from '../../../lib/contracts/call.ts';
import { request, requestJson } from '../../../lib/http/request.ts';
import { createPasskey } from '../../auth/passkey/ceremonies.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(secondFactorContracts.find, { signal }),
});

export const beginTotp = () => call(secondFactorContracts.begin);

export const confirmTotp = async (code: string): Promise<readonly string[]> =>
  (await call(secondFactorContracts.confirm, { body: { code } })).recoveryCodes;

export const removeTotp = () => call(secondFactorContracts.remove);

export const replaceRecoveryCodes = async (): Promise<readonly string[]> =>
  (await call(secondFactorContracts.replaceCodes)).recoveryCodes;

/** Undefined when the person cancels. Browsers and their types know more of a passkey than the contract says. */
export async function addPasskey(name: string): Promise<AddedPasskey | undefined> {
  const passkey = await createPasskey(await requestJson(addressOf(passkeyContracts.begin), { method: 'POST' }));
  return passkey && requestJson(addressOf(passkeyContracts.add), { method: 'POST', json: { name, passkey } });
}

export const renamePasskey = (id: string, name: string) =>
  call(passkeyContracts.rename, { params: { id }, body: { name } });

export const removePasskey = (id: string) => call(passkeyContracts.remove, { params: { id } });

/** Proves identity by a passkey, or by the password and a code, as far as the account has them. */
export async function sendStepUp(
  json: { readonly passkey: AuthenticationResponseJSON } | { readonly password?: string; readonly code?: string },
): Promise<void> {
  await request(addressOf(secondFactorContracts.stepUp), { method: 'POST', json });
}
