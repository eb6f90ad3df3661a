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

const isWrong = (error: unknown): boolean =>
  error instanceof CatalogueError && (error.code === 'code_incorrect' || error.code === 'passkey_refused');

/**
 * Counts the attempt first, so that concurrent guesses cannot pass the limit. `take` throws when the factor is wrong.
 * @throws CatalogueError code_incorrect, passkey_refused, too_many_attempts
 */
export async function checkFactor(
  { rateLimits, loginLog }: Omit<CodeDeps, 'database'>,
  account: Account,
  take: () => Promise<void>,
  request: HttpRequest,
): Promise<void> {
  await rateLimits.countCodeAttempt(account.id);
  try {
    await take();
  } catch (error) {
    if (isWrong(error)) loginLog.failed(account, 'wrong-second-factor', request);
    throw error;
  }
  await rateLimits.releaseCodeAttempt(account.id);
}

/** @throws CatalogueError code_incorrect, too_many_attempts */
export function checkCode(
  deps: Omit<CodeDeps, 'database'>,
  account: Account,
  take: () => Promise<boolean>,
  request: HttpRequest,
): Promise<void> {
  const orRefuse = async (): Promise<void> => {
    if (!(await take())) throw new CatalogueError('code_incorrect');
  };
  return checkFactor(deps, account, orRefuse, request);
}
