import { MIN_PASSWORD_LENGTH } from '@clearcut/schemas/constants';
import type { AuthOptions } from '@clearcut/schemas/identity/http';
import { useEffect, useState } from 'react';
import { getAuthOptions } from '../session/api.ts';

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

/** Sign-in methods of this installation. Fetched once; e-mail and password if that fails. */
export function useAuthOptions(): AuthOptions {
  const [options, setOptions] = useState(known ?? NONE);
  useEffect(() => {
    if (known !== undefined) return;
    const ask = async () => {
      try {
        asking ??= getAuthOptions();
        known = await asking;
        setOptions(known);
      } catch {
        asking = undefined;
      }
    };
    void ask();
  }, []);
  return options;
}
