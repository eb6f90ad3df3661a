import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { findAccount } from '../../accounts/index.ts';
import { queueMail } from '../../mails/index.ts';

/**
 * Mails a picture's owner at once when staff opened it without consent. Visitors and closed accounts have no address.
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
    filter: { categories: ['supportAccess'] },
    log,
    handle: async (tx, events) => {
      for (const { event } of events) {
        if (event.type !== 'BreakGlassOpened') continue;
        const { owner, reason, text, transactionId } = event.data;
        const account = owner.kind === 'user' ? await findAccount(tx, owner.userId) : undefined;
        if (account === undefined) continue;
        const { id: userId, email: recipient, language } = account;
        const facts = { breakGlass: { reason, text, pictureId: transactionId } };
        await queueMail(tx, { kind: 'break-glass', recipient, language, userId, facts });
      }
    },
  });
}
