import type { Tx } from '@clearcut/platform/database/database';
import { type MailKind, queueMail } from '../../mails/queue.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { Account } from './accounts.ts';

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
