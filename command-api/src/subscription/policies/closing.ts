import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { observeSoon } from '../customers.ts';
import { closeBilling } from '../domain/subscription.ts';
import type { SubscriptionHandler } from '../handler.ts';
import { beginErasure } from '../tax/tax-information.ts';

/**
 * Closes billing of teams without members; tax information stays as long as invoices must. The next observation ends
 * subscriptions at the provider.
 */
export function startClosingPolicy({
  subscriptions,
  hasEnded,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
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
        await subscriptions.handle(teamId, closeBilling(teamId), {
          correlationId: metadata.correlationId,
          causationId: id,
          commandId: derivedId('close-billing', teamId),
          actor: { kind: 'system', id: 'billing' },
          now: new Date(),
        });
        await observeSoon(tx, teamId);
        await beginErasure(tx, teamId);
      }
    },
  });
}
