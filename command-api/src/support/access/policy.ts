import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { findAccount } from '../../accounts/index.ts';
import { type MailDetails, type MailKind, queueMail } from '../../mails/index.ts';

/**
 * Mails a picture's owner at once when staff opened it without consent, or had it cut out again. Visitors and closed accounts have no address.
 */
export function startAccessPolicy({
  eventStore,
  database,
  log,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    name: 'support-access-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['supportAccess', 'staffAction'] },
    log,
    handle: async (tx, events) => {
      for (const { event } of events) {
        if (event.type === 'BreakGlassOpened') {
          const { reason, text, transactionId } = event.data;
          await queueNotice(tx, transactionId, 'break-glass', { breakGlass: { reason, text } });
        }
        if (event.type === 'StaffActed' && event.data.action === 'fork-picture' && event.data.target !== null)
          await queueNotice(tx, event.data.target, 'support-cut-out');
      }
    },
  });
}

async function queueNotice(tx: Tx, pictureId: string, kind: MailKind, facts: MailDetails = {}): Promise<void> {
  const { owner, originalFileName } = (await findTransaction(tx, pictureId)) ?? {};
  const account = owner?.kind === 'user' ? await findAccount(tx, owner.userId) : undefined;
  if (account === undefined) return;
  const { id: userId, email: recipient, language } = account;
  const picture = originalFileName ?? pictureId;
  await queueMail(tx, { kind, recipient, language, userId, facts: { ...facts, picture } });
}
