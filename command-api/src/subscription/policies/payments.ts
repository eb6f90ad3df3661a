import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import { type InvoiceFacts, type PaymentProvider, PaymentsUnavailableError } from '@clearcut/platform/payments/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { SubscriptionHandler } from '../handler.ts';

/** Keeps the number and the card of each payment for support's search; the log has neither. */
export function startPaymentsPolicy({
  subscriptions,
  provider,
  ...deps
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider;
  readonly log: Logger;
}): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-payments-policy',
    schema: 'subscriptions',
    filter: { categories: ['subscription'] },
    handle: async (tx, events) => {
      const teams = new Set(
        events.flatMap(({ event }) =>
          event.type === 'InvoicePaid' || event.type === 'InvoicePaymentFailed' ? [event.data.teamId] : [],
        ),
      );
      for (const teamId of teams) {
        const { state } = await subscriptions.load(teamId);
        if (state.customerId === null) continue;
        const { invoices } = await provider.snapshot(state.customerId).catch(asUnavailable);
        for (const invoice of invoices) await keep(tx, teamId, invoice);
      }
    },
  });
}

function asUnavailable(error: unknown): never {
  throw error instanceof CatalogueError && error.code === 'billing_unavailable'
    ? new PaymentsUnavailableError(error)
    : error;
}

async function keep(tx: Tx, teamId: string, { id, number, card, paidAt, createdAt }: InvoiceFacts): Promise<void> {
  await tx.query(
    `INSERT INTO billing.payment (invoice_id, team_id, number, last4, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (invoice_id) DO UPDATE SET number = excluded.number, last4 = excluded.last4, at = excluded.at`,
    [id, teamId, number, card?.last4 ?? null, paidAt ?? createdAt],
  );
}
