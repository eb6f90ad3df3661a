import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { attributeAccount } from './domain/attribution.ts';
import type { AttributionHandler } from './handler.ts';
import { eraseLandingOf, landingOf } from './landings.ts';

export interface AttributionPolicyDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly attributions: AttributionHandler;
  readonly log: Logger;
}

/**
 * Logs where accounts came from. The landing is claimed in the transaction that creates the account, so it precedes the
 * event; closing erases it.
 */
export function startAttributionPolicy({ database, eventStore, attributions, log }: AttributionPolicyDeps): Subscriber {
  return startSubscriber({
    name: 'attribution-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['account'] },
    log,
    handle: async (tx, events) => {
      for (const { id, event, metadata } of events) {
        const { userId } = event.data as { readonly userId: string };
        if (event.type === 'AccountClosed') await eraseLandingOf(tx, userId);
        if (event.type !== 'AccountRegistered') continue;
        const landing = await landingOf(tx, userId);
        if (landing === undefined) continue;
        await attributions.handle(userId, attributeAccount({ userId, ...landing }), {
          commandId: `attribute/${userId}`,
          correlationId: metadata.correlationId,
          causationId: id,
          actor: { kind: 'system', id: 'attribution' },
          now: new Date(),
        });
      }
    },
  });
}
