import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { ownedOf } from '../domain/state.ts';
import type { SubscriptionHandler } from '../handler.ts';

const CHANGES: ReadonlySet<ClearcutEvent['type']> = new Set([
  'CheckoutFinished',
  'SubscriptionEnded',
  'PaymentRefunded',
  'RefundFailed',
  'PaymentDisputed',
  'DisputeClosed',
] as const);

/** Maintains the table of one-off purchases, by which support sorts its messages. */
export function startBoughtPolicy({
  subscriptions,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-bought-policy',
    schema: 'subscriptions',
    filter: { categories: ['subscription'] },
    handle: async (tx, events) => {
      const teams = new Set(
        events.flatMap(({ event }) => (CHANGES.has(event.type) && 'teamId' in event.data ? [event.data.teamId] : [])),
      );
      for (const teamId of teams) {
        const owned = ownedOf((await subscriptions.load(teamId)).state);
        await tx.query('DELETE FROM billing.bought WHERE team_id = $1 AND NOT price = ANY($2)', [teamId, owned]);
        await tx.query(
          'INSERT INTO billing.bought (team_id, price) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING',
          [teamId, owned],
        );
      }
    },
  });
}
