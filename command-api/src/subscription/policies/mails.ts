import type { Database, Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isPlanPrice, LOW_CREDITS_SHARE, PLAN_CREDITS, PLAN_OF_PRICE } from '@clearcut/schemas/subscription/prices';
import { isAboutMoney, type MailDetails, type QueuedMail, queueMail } from '../../mails/index.ts';
import type { SubscriptionHandler } from '../handler.ts';
import { planOf } from '../billing-view.ts';
import type { BillingState } from '../domain/state.ts';

interface Recipient {
  /** Undefined for an address without an account. */
  readonly userId?: string;
  readonly email: string;
  readonly language: string;
}

interface MailDeps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly subscriptions: SubscriptionHandler;
  readonly recipientsOf: (
    tx: Tx,
    teamId: string,
    about: 'credits' | { readonly money: BillingState['contacts'] },
  ) => Promise<readonly Recipient[]>;
  readonly log: Logger;
}

/** Older shortages are not worth a mail, such as when the policy first reads an old log. */
const SHORTAGE_NOTICE_MS = 24 * 60 * 60 * 1000;

interface DueMail {
  readonly kind: QueuedMail['kind'];
  readonly facts: MailDetails;
}

/** Mails about plan, payments and credits. Queues each mail together with the checkpoint, so exactly once. */
export function startMailsPolicy({ subscriptions, recipientsOf, ...deps }: MailDeps): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'billing-mails-policy',
    schema: 'subscriptions',
    filter: { categories: ['subscription', 'creditPool'] },
    handle: async (tx, events) => {
      for (const recorded of events) {
        const mail = await mailOf(tx, recorded, { subscriptions, eventStore: deps.eventStore });
        if (mail === undefined || !('teamId' in recorded.event.data)) continue;
        const { teamId } = recorded.event.data;
        const about = isAboutMoney(mail.kind)
          ? { money: (await subscriptions.load(teamId)).state.contacts }
          : ('credits' as const);
        for (const { email, ...person } of await recipientsOf(tx, teamId, about)) {
          await queueMail(tx, { ...mail, recipient: email, ...person });
        }
      }
    },
  });
}

type Known = Pick<MailDeps, 'subscriptions' | 'eventStore'>;

async function mailOf(tx: Tx, recorded: RecordedEvent<ClearcutEvent>, known: Known): Promise<DueMail | undefined> {
  const { event } = recorded;
  if (event.type === 'CreditsSpent') {
    if (Date.now() - Date.parse(recorded.metadata.occurredAt) > SHORTAGE_NOTICE_MS) return undefined;
    return shortageOf(tx, event.data, (await known.subscriptions.load(event.data.teamId)).state);
  }
  if (event.type === 'CreditsGranted') {
    await tx.query('DELETE FROM billing.told_of_credits WHERE team_id = $1', [event.data.teamId]);
  }
  if (event.type === 'InvoicePaymentFailed') return failureOf(recorded, event.data, known);
  if (event.type === 'TrialEnding') {
    const { price, trialEnd: date, amount: minor, currency } = event.data;
    const plan = isPlanPrice(price) ? PLAN_OF_PRICE[price] : null;
    return { kind: 'trial-ending', facts: { date, plan, amount: { minor, currency } } };
  }
  if (event.type === 'InvoicePaid' && event.data.total > 0) {
    const { total: minor, currency, paidAt: date, plan, credits } = event.data;
    return { kind: 'receipt', facts: { amount: { minor, currency }, date, plan, credits } };
  }
  if (event.type === 'PaymentRefunded') {
    const { amount: minor, invoiceId, credits } = event.data;
    const { state } = await known.subscriptions.load(event.data.teamId);
    const currency = state.paid.get(invoiceId)?.currency;
    return currency === undefined ? undefined : { kind: 'refund', facts: { amount: { minor, currency }, credits } };
  }
  if (event.type === 'PlanChanged' || event.type === 'PlanChangeScheduled') {
    const { to } = event.data;
    const date = event.type === 'PlanChanged' ? recorded.metadata.occurredAt : event.data.at;
    return isPlanPrice(to) ? { kind: 'plan-changed', facts: { date, plan: PLAN_OF_PRICE[to] } } : undefined;
  }
  if (event.type === 'CancellationScheduled') return { kind: 'plan-cancelled', facts: { date: event.data.at } };
  if (event.type === 'SubscriptionEnded' && event.data.reason !== 'never-paid') {
    return { kind: 'plan-ended', facts: { date: event.data.at } };
  }
  return undefined;
}

type Failed = Extract<ClearcutEvent, { type: 'InvoicePaymentFailed' }>['data'];

/**
 * Renewals only: the page where a member starts or changes a plan shows its failure. Once per invoice, however often it is
 * retried.
 */
async function failureOf(
  { stream, version }: Pick<RecordedEvent, 'stream' | 'version'>,
  { teamId, invoiceId, subscriptionId, needsAction, amount, currency }: Failed,
  { subscriptions, eventStore }: Known,
): Promise<DueMail | undefined> {
  const { state } = await subscriptions.load(teamId);
  const subscription = state.subscriptions.get(subscriptionId ?? '');
  if (subscription?.status !== 'past_due' || !isPlanPrice(subscription.price) || !state.failures.has(invoiceId)) {
    return undefined;
  }
  const wasMailed = (await eventStore.readStream(stream)).some(
    ({ event, version: before }) =>
      before < version &&
      event.type === 'InvoicePaymentFailed' &&
      event.data.invoiceId === invoiceId &&
      event.data.needsAction === needsAction,
  );
  if (wasMailed) return undefined;
  const plan = PLAN_OF_PRICE[subscription.price];
  const owed = amount === null || currency === null ? {} : { amount: { minor: amount, currency } };
  return { kind: needsAction ? 'payment-action' : 'payment-failed', facts: { plan, ...owed } };
}

type Spent = Extract<CreditPoolEvent, { type: 'CreditsSpent' }>['data'];

async function shortageOf(
  tx: Tx,
  { teamId, balance: credits }: Spent,
  state: BillingState,
): Promise<DueMail | undefined> {
  const plan = planOf(state);
  const isLow = plan !== null && credits <= PLAN_CREDITS[plan] * LOW_CREDITS_SHARE;
  if (credits > 0 && !isLow) return undefined;
  const kind = credits === 0 ? 'credits-out' : 'credits-low';
  // Never sends "few left" after "none left".
  const sent = await tx.query(
    `INSERT INTO billing.told_of_credits (team_id, what) VALUES ($1, $2)
     ON CONFLICT (team_id) DO UPDATE SET what = excluded.what
       WHERE billing.told_of_credits.what = 'credits-low' AND excluded.what = 'credits-out' RETURNING what`,
    [teamId, kind],
  );
  return sent.length === 0 ? undefined : { kind, facts: { credits, plan } };
}
