import type { Secret } from '../../kernel/secret.ts';
import type { Account } from '../account/accounts.ts';
import { prepareNotice } from '../account/notify-owner.ts';
import type { PasskeyDeps } from '../passkey/ceremonies.ts';
import { type SecretDeps, takeTotp } from '../second-factor/factors.ts';
import { findRecoveryCode, useRecoveryCode } from '../second-factor/recovery-codes.ts';
import type { CodeDeps } from './check-factor.ts';

export interface FactorDeps extends SecretDeps, PasskeyDeps, CodeDeps {
  readonly secret: Secret;
}

/** Accepts app or recovery codes, each once. Use of a recovery code is mailed to the owner. */
export async function takeCode(deps: FactorDeps, account: Account, code: string): Promise<boolean> {
  const { database } = deps;
  const digits = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return takeTotp(deps, account.id, digits);
  const stored = await findRecoveryCode(database, deps, account.id, code);
  if (stored === undefined) return false;
  const notify = await prepareNotice(deps, account, 'recovery-code-used');
  return database.transaction(async (tx) => {
    const used = await useRecoveryCode(tx, account.id, stored);
    if (used) await notify(tx);
    return used;
  });
}
