import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import type { Account } from '../account/accounts.ts';
import { verifyPassword } from './passwords.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { LoginLog } from '../login-log.ts';

/**
 * Returns the account if the password matches. Throttled. Takes equally long for unknown accounts.
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
  // Counted first, so that concurrent guesses cannot pass the limit.
  await rateLimits.countPasswordAttempt(email, address);
  let isWrong = false;
  try {
    isWrong = !(await verifyPassword({ password, email }, account?.passwordHash ?? null));
  } finally {
    // Attempts refused for load do not count: a crowd would lock out an honest person.
    if (!isWrong) await rateLimits.releasePasswordAttempt(email, address);
  }
  if (isWrong && account !== undefined) loginLog.failed(account, 'wrong-password', request);
  if (account === undefined || isWrong) throw new CatalogueError(wrong);
  return account;
}
