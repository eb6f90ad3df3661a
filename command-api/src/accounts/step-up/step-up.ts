import { CatalogueError } from '@clearcut/schemas/errors';
import type { StepUpBody } from '@clearcut/schemas/identity/second-factor';
import type { HttpRequest } from '../../http/message.ts';
import type { MemberRequester } from '../../kernel/requester.ts';
import type { Account } from '../account/accounts.ts';
import { checkPassword } from '../password/check-password.ts';
import { takePasskey } from '../passkey/ceremonies.ts';
import { findSecondFactor } from '../second-factor/factors.ts';
import { recordProof } from '../session/proof.ts';
import { checkCode, checkFactor } from './check-factor.ts';
import { type FactorDeps, takeCode } from './take-code.ts';

/**
 * Proves ownership again: a passkey with user verification, or the password and a code, as far as the account has them.
 * With none, only another login proves it.
 * @throws CatalogueError proof_required, password_incorrect, second_factor_required, code_incorrect, passkey_refused,
 * too_many_attempts
 */
export async function stepUp(
  deps: FactorDeps,
  requester: MemberRequester,
  account: Account,
  { password = '', code, passkey }: StepUpBody,
  request: HttpRequest,
): Promise<void> {
  const { database } = deps;
  const { id, email, passwordHash } = account;
  if (passkey !== undefined) {
    await checkFactor(deps, account, () => takePasskey(deps, passkey, id, 'step-up'), request);
    return recordProof(database, requester);
  }
  const hasFactor = (await findSecondFactor(database, id)) !== undefined;
  if (passwordHash === null && !hasFactor) throw new CatalogueError('proof_required');
  if (passwordHash !== null) {
    await checkPassword(deps, account, { email, password, request, wrong: 'password_incorrect' });
  }
  // After the password: codes work once, and a mistyped password must not use one up.
  if (hasFactor) {
    if (code === undefined) throw new CatalogueError('second_factor_required');
    await checkCode(deps, account, () => takeCode(deps, account, code), request);
  }
  await recordProof(database, requester);
}
