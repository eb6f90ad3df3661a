import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { lookSoon } from '../customers.ts';
import type { SubscriptionHandler } from '../handler.ts';
import { beginErasure } from '../tax/tax-information.ts';

/**
 * A team whose last member has left pays no more, and its tax information is kept as long as invoices have to be. What runs at the
 * provider is ended by the next look at the team, which is due at once.
 */
export function startClosingPolicy({
  subscriptions,
  hasEnded,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  /** Whether a team has no members any more. */
  readonly hasEnded: (teamId: string) => Promise<boolean>;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-closing-policy',
    schema: 'subscriptions',
    filter: { categories: ['team'] },
    handle: async (tx, events) => {
      for (const { id, event, metadata } of events) {
        if (event.type !== 'MemberRemoved') continue;
        const { teamId } = event.data;
        if (!(await hasEnded(teamId))) continue;
        await subscriptions.handle(
          teamId,
          { type: 'CloseBilling', teamId },
          {
            correlationId: metadata.correlationId,
            causationId: id,
            commandId: derivedId('close-billing', teamId),
            actor: { kind: 'system', id: 'billing' },
            now: new Date(),
          },
        );
        await lookSoon(tx, teamId);
        await beginErasure(tx, teamId);
      }
    },
  });
}
