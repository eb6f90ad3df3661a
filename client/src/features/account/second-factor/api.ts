import { passkeyContracts } from '@clearcut/schemas/contracts/identity/passkeys';
import { secondFactorContracts } from '@clearcut/schemas/contracts/identity/second-factor';
import { queryOptions } from '@tanstack/react-query';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { call } from '../../../lib/contracts/call.ts';
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

/** Undefined when the person cancels. */
export async function addPasskey(name: string) {
  const options = (await call(passkeyContracts.begin)) as PublicKeyCredentialCreationOptionsJSON;
  const passkey = await createPasskey(options);
  return passkey && call(passkeyContracts.add, { body: { name, passkey } });
}
