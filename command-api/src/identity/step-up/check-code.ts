import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import type { Account } from '../account/accounts.ts';
import type { LoginLog } from '../login-log.ts';
import type { RateLimits } from '../rate-limit.ts';

export interface CodeDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly loginLog: Pick<LoginLog, 'failed'>;
}

/**
 * Tries a code of a second factor. The try is counted before it is made: of many guesses at once none may get past the count.
 * @throws CatalogueError code_incorrect, too_many_attempts
 */
export async function checkCode(
  { rateLimits, loginLog }: Omit<CodeDeps, 'database'>,
  account: Account,
  take: () => Promise<boolean>,
  request: HttpRequest,
): Promise<void> {
  await rateLimits.codeTried(account.id);
  if (await take()) return rateLimits.codeWasRight(account.id);
  loginLog.failed(account, 'wrong-second-factor', request);
  throw new CatalogueError('code_incorrect');
}
