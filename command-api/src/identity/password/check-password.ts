import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { Account } from '../account/accounts.ts';
import { verifyPassword } from './passwords.ts';
import type { RateLimits } from '../rate-limit.ts';

/**
 * The account, if this is its password; tries are limited. The same work is done for an account that is not there.
 * @throws CatalogueError `wrong`, too_many_attempts, service_unavailable
 */
export async function checkPassword(
  rateLimits: RateLimits,
  account: Account | undefined,
  given: {
    readonly email: string;
    readonly password: string;
    readonly address: string;
    readonly wrong: ErrorCode;
  },
): Promise<Account> {
  const { email, password, address, wrong } = given;
  // Before it is tried: of many guesses at once none may get past the count.
  await rateLimits.passwordTried(email, address);
  let isWrong = false;
  try {
    isWrong = !(await verifyPassword({ password, email }, account?.passwordHash ?? null));
  } finally {
    // One that was not tried, because too many waited, is not wrong: the crowd of others would shut out an honest person.
    if (!isWrong) await rateLimits.passwordWasNotWrong(email, address);
  }
  if (account === undefined || isWrong) throw new CatalogueError(wrong);
  return account;
}
