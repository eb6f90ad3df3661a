import type { Tx } from '@clearcut/platform/database/database';
import { type MailKind, queueMail } from '../../mails/queue.ts';
import type { RateLimits } from '../rate-limit.ts';
import { type Account, findAccount } from './accounts.ts';

/**
 * Prepares a mail to the owner about a change that was not necessarily theirs; a few an hour at most. Resolves with what queues it in the
 * transaction of the change. An unproved address may be a stranger's, who gets no mail for what another person does.
 */
export async function noticeTo(
  { rateLimits }: { readonly rateLimits: RateLimits },
  { id: userId, email: recipient, language, emailVerifiedAt }: Account,
  kind: MailKind,
): Promise<(tx: Tx) => Promise<void>> {
  const mayTell = emailVerifiedAt !== null && (await rateLimits.mayNotify(recipient));
  return async (tx) => {
    if (mayTell) await queueMail(tx, { kind, recipient, language, userId });
  };
}

/** Tells the owner of an account of an API key that acts in their name: of each one, for a key opens the account's pictures until it is revoked. */
export async function tellOfKey(tx: Tx, userId: string, key: string): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === undefined || account.emailVerifiedAt === null) return;
  const { email: recipient, language } = account;
  await queueMail(tx, { kind: 'api-key-made', recipient, language, userId, facts: { key } });
}
