import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import { findTeamVersion } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSubscriptionEvent, type SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import type { TeamPayments } from '@clearcut/schemas/support/team-http';
import { ownedOf, shownInvoices, type SubscriptionHandler } from '../../subscription/index.ts';

export interface TeamPaymentsDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider | undefined;
}

/** @throws CatalogueError team_not_found, nothing_sold, billing_unavailable */
export async function teamPaymentsOf(
  { database, eventStore, subscriptions, provider }: TeamPaymentsDeps,
  id: string,
): Promise<TeamPayments> {
  if ((await findTeamVersion(database, id)) === 0) throw new CatalogueError('team_not_found');
  if (provider === undefined) throw new CatalogueError('nothing_sold');
  const { state } = await subscriptions.load(id);
  const { customerId } = state;
  const history = (await eventStore.readStream(`subscription-${id}`)).flatMap(({ event, metadata }) =>
    isSubscriptionEvent(event)
      ? [
          {
            at: metadata.occurredAt,
            type: event.type,
            actorKind: metadata.actor.kind,
            actorId: metadata.actor.id,
            details: detailsOf(event),
          },
        ]
      : [],
  );
  const common = { addons: ownedOf(state), history: history.toReversed() };
  if (customerId === null) return { customer: null, cancelReason: null, payments: [], ...common };
  const snapshot = await provider.snapshot(customerId);
  const cards = new Map(snapshot.invoices.map(({ id: invoiceId, card }) => [invoiceId, card]));
  const payments = await shownInvoices(database, id, { snapshot, state });
  return {
    customer: { id: customerId, url: provider.customerUrl(customerId) },
    cancelReason: snapshot.subscriptions.findLast(({ cancelReason }) => cancelReason !== null)?.cancelReason ?? null,
    payments: payments.map((payment) => ({ ...payment, card: cards.get(payment.id) ?? null })),
    ...common,
  };
}

/** Without ids, lists and empty fields. */
function detailsOf({ data }: SubscriptionEvent): TeamPayments['history'][number]['details'] {
  const entries = Object.entries(data).filter(
    (entry): entry is [string, string | number | boolean] => !entry[0].endsWith('Id') && typeof entry[1] !== 'object',
  );
  return Object.fromEntries(entries);
}
