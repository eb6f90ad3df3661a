import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import type { Account } from '../account/accounts.ts';
import { verifyPassword } from './passwords.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { LoginLog } from '../login-log.ts';

/**
 * The account, if this is its password; tries are limited. The same work is done for an account that is not there.
 * @throws CatalogueError `wrong`, too_many_attempts, service_unavailable
 */
export async function checkPassword(
  { rateLimits, loginLog }: { readonly rateLimits: RateLimits; readonly loginLog: Pick<LoginLog, 'failed'> },
  account: Account | undefined,
  given: {
    readonly email: string;
    readonly password: string;
    readonly request: HttpRequest;
    readonly wrong: ErrorCode;
  },
): Promise<Account> {
  const { email, password, request, wrong } = given;
  const address = request.ip;
  // Before it is tried: of many guesses at once none may get past the count.
  await rateLimits.passwordTried(email, address);
  let isWrong = false;
  try {
    isWrong = !(await verifyPassword({ password, email }, account?.passwordHash ?? null));
  } finally {
    // One that was not tried, because too many waited, is not wrong: the crowd of others would shut out an honest person.
    if (!isWrong) await rateLimits.passwordWasNotWrong(email, address);
  }
  if (isWrong && account !== undefined) loginLog.failed(account, 'wrong-password', request);
  if (account === undefined || isWrong) throw new CatalogueError(wrong);
  return account;
}
