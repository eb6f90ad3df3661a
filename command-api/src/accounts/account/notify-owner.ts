import type { Tx } from '@clearcut/platform/database/database';
import { type MailKind, queueMail } from '../../mails/index.ts';
import type { RateLimits } from '../rate-limit.ts';
import { type Account, findAccount } from './accounts.ts';

/**
 * Prepares a throttled notice; resolves with what queues it in the change's transaction. Skips unproved addresses,
 * which may be a stranger's.
 */
export async function prepareNotice(
  { rateLimits }: { readonly rateLimits: RateLimits },
  { id: userId, email: recipient, language, emailVerifiedAt }: Account,
  kind: MailKind,
): Promise<(tx: Tx) => Promise<void>> {
  const isAllowed = emailVerifiedAt !== null && (await rateLimits.mayNotify(recipient));
  return async (tx) => {
    if (isAllowed) await queueMail(tx, { kind, recipient, language, userId });
  };
}

/** Not throttled: each key opens the account's pictures until revoked. */
export async function notifyOfKey(tx: Tx, userId: string, key: string): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === undefined || account.emailVerifiedAt === null) return;
  const { email: recipient, language } = account;
  await queueMail(tx, { kind: 'api-key-made', recipient, language, userId, facts: { key } });
}
