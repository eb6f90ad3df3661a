import { MIN_PASSWORD_LENGTH } from '@clearcut/schemas/constants';
import type { AuthOptions } from '@clearcut/schemas/identity/http';
import { useEffect, useState } from 'react';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';

/** Until the server answers, and when it cannot. */
const NONE: AuthOptions = {
  oidc: null,
  humanCheck: null,
  passwordMinLength: MIN_PASSWORD_LENGTH,
  sandbox: false,
  starterCredits: 0,
};

let known: AuthOptions | undefined;
let asking: Promise<AuthOptions> | undefined;

/** Fetched once; e-mail and password if that fails. Never rejects. */
export async function loadAuthOptions(): Promise<AuthOptions> {
  try {
    asking ??= call(authContracts.options);
    known = await asking;
    return known;
  } catch {
    asking = undefined;
    return NONE;
  }
}

/** Sign-in methods of this installation. */
export function useAuthOptions(): AuthOptions {
  const [options, setOptions] = useState(known ?? NONE);
  useEffect(() => {
    if (known === undefined) void loadAuthOptions().then(setOptions);
  }, []);
  return options;
}
