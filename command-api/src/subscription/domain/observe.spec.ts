import type { InvoiceFacts, Snapshot, SubscriptionFacts } from '@clearcut/platform/payments/port';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditPoolAggregate, emptyPool } from '../../credits/index.ts';
import { paidInvoice } from '../testing/paid-invoice.ts';
import { observed } from './observe.ts';
import { commandsOf } from '../policies/credits.ts';
import { type BillingState, evolve, initialState } from './state.ts';

const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
const HOUR = 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const moment = (hour: number): Date => new Date(start + hour * HOUR);
const MONTH = 31 * 24;

const lookAt = (snapshot: Snapshot) => ({ teamId, snapshot, now: moment(0), refusedTrial: null });

type Step = 'pay' | 'fail' | 'refund' | 'dispute' | 'win' | 'end' | 'cancel' | 'upgrade' | 'subscribe';

class Provider {
  subscriptions: SubscriptionFacts[] = [];
  invoices: InvoiceFacts[] = [];
  #hour = 0;

  snapshot(): Snapshot {
    return structuredClone({ currency: 'usd', subscriptions: this.subscriptions, invoices: this.invoices });
  }

  take(step: Step): void {
    this.#hour += 1;
    const now = moment(this.#hour);
    const live = this.subscriptions.findIndex(({ status }) => status !== 'canceled');
    const subscription = this.subscriptions[live];
    if (step === 'subscribe' && subscription === undefined) this.#subscribe(now);
    if (subscription === undefined) return;
    const change = (facts: Partial<SubscriptionFacts>): void => {
      this.subscriptions[live] = { ...subscription, ...facts };
    };
    if (step === 'pay') {
      change({ status: 'active' });
      this.#bill(subscription.id, now, 'starter', 2900);
    }
    if (step === 'fail') change({ status: 'past_due' });
    if (step === 'cancel') change({ endsAt: subscription.endsAt === null ? moment(MONTH) : null });
    if (step === 'upgrade') change({ price: 'pro' });
    if (step === 'end') change({ status: 'canceled', endedAt: now });
    const last = this.invoices.length - 1;
    const invoice = this.invoices[last];
    if (invoice === undefined) return;
    const of = invoice.total;
    if (step === 'refund') {
      const made = { id: `re_${this.#hour}`, amount: 900, of, hasFailed: false, at: now };
      this.invoices[last] = { ...invoice, refunds: [...invoice.refunds, made] };
    }
    if (step === 'dispute' && invoice.disputes.length === 0) {
      const made = { id: `dp_${this.#hour}`, amount: of, of, outcome: 'open' as const, at: now };
      this.invoices[last] = { ...invoice, disputes: [made] };
      change({ status: 'canceled', endedAt: now });
    }
    if (step === 'win') {
      this.invoices[last] = {
        ...invoice,
        disputes: invoice.disputes.map((one) => ({ ...one, outcome: 'won' as const })),
      };
    }
  }

  #subscribe(now: Date): void {
    const id = `sub_${this.#hour}`;
    this.subscriptions.push({
      id,
      status: 'active',
      price: 'starter',
      priceId: 'price_starter',
      amount: 2900,
      itemId: 'si',
      currency: 'usd',
      createdAt: now,
      periodStart: now,
      periodEnd: moment(this.#hour + MONTH),
      trialEnd: null,
      endsAt: null,
      endedAt: null,
      cancelReason: null,
      attemptId: null,
      scheduled: null,
      scheduleId: null,
      isOurSchedule: false,
      hasPendingUpdate: false,
      latestInvoiceId: null,
    });
    this.#bill(id, now, 'starter', 2900);
  }

  #bill(subscriptionId: string, now: Date, price: 'starter', amount: number): void {
    this.invoices.push(
      paidInvoice(now, {
        id: `in_${this.#hour}`,
        subscriptionId,
        total: amount,
        lines: [{ price, amount, isProration: false, from: now, to: moment(this.#hour + MONTH) }],
      }),
    );
  }
}

function live(steps: readonly Step[], observationsAfter: (index: number) => number) {
  const provider = new Provider();
  let state: BillingState = initialState;
  const ledger: CreditPoolEvent[] = [];
  const observeOnce = (): void => {
    const events = observed(lookAt(provider.snapshot()), state);
    state = settle(events, state, ledger);
    expect(observed(lookAt(provider.snapshot()), state)).toEqual([]);
  };
  for (const [index, step] of steps.entries()) {
    provider.take(step);
    for (let observations = observationsAfter(index); observations > 0; observations -= 1) observeOnce();
  }
  observeOnce();
  return { state, ledger };
}

function settle(events: readonly SubscriptionEvent[], before: BillingState, ledger: CreditPoolEvent[]): BillingState {
  return events.reduce((state, event) => {
    for (const { key, decide } of commandsOf(event, state)) {
      const pool = ledger.reduce(creditPoolAggregate.evolve, emptyPool(key));
      ledger.push(...decide(pool, new Date(0)));
    }
    return evolve(state, event);
  }, before);
}

const steps = fc.array(
  fc.constantFrom<Step>(
    'pay',
    'pay',
    'fail',
    'refund',
    'dispute',
    'win',
    'end',
    'cancel',
    'upgrade',
    'subscribe',
    'subscribe',
  ),
  { maxLength: 25 },
);

test('whichever hints are lost or repeated, a final observation leaves the same state and ledger', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.nat(2), { minLength: 25, maxLength: 25 }), (taken, observations) => {
      const each = live(taken, () => 1);
      const some = live(taken, (index) => observations[index] ?? 0);
      expect(some.ledger).toEqual(each.ledger);
      expect(some.state.paid).toEqual(each.state.paid);
      expect(some.state.disputes).toEqual(each.state.disputes);
      expect([...some.state.subscriptions.values()]).toEqual([...each.state.subscriptions.values()]);
      expect(new Set(some.state.ended.keys())).toEqual(new Set(each.state.ended.keys()));
    }),
    { numRuns: 500 },
  );
});

test('a payment never loses more credits than it granted, and the balance never falls below zero', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { ledger } = live(taken, () => 1);
      const back = new Map<string, number>();
      for (const { type, data } of ledger) {
        expect(data.balance).toBeGreaterThanOrEqual(0);
        expect(data.expiring).toBeLessThanOrEqual(data.balance);
        if (type === 'CreditsClawedBack') back.set(data.paymentId, (back.get(data.paymentId) ?? 0) + data.credits);
      }
      for (const credits of back.values()) expect(credits).toBeLessThanOrEqual(200);
    }),
  );
});

test('regression: a payment that is refunded in parts loses all its credits', () => {
  const provider = new Provider();
  provider.take('subscribe');
  const { invoices, ...rest } = provider.snapshot();
  const refunds = [967, 967, 966].map((amount, index) => ({
    id: `re_${index}`,
    amount,
    of: 2900,
    hasFailed: false,
    at: moment(index + 2),
  }));
  for (const looks of [[3], [1, 2, 3]]) {
    let state = initialState;
    const ledger: CreditPoolEvent[] = [];
    for (const seen of looks) {
      const whole = { ...rest, invoices: invoices.map((one) => ({ ...one, refunds: refunds.slice(0, seen) })) };
      state = settle(observed(lookAt(whole), state), state, ledger);
    }
    expect(ledger.at(-1)?.data).toMatchObject({ balance: 0, expiring: 0 });
  }
});

test('regression: the end of one of two subscriptions leaves the credits of the other', () => {
  const provider = new Provider();
  provider.take('subscribe');
  const [first] = provider.subscriptions;
  provider.subscriptions = [];
  provider.take('subscribe');
  if (first === undefined) throw new Error('The provider has no subscription');
  const withFirst = (facts: Partial<SubscriptionFacts>): Snapshot => {
    const { subscriptions, ...rest } = provider.snapshot();
    return { ...rest, subscriptions: [{ ...first, ...facts }, ...subscriptions] };
  };
  const ledger: CreditPoolEvent[] = [];
  const both = settle(observed(lookAt(withFirst({})), initialState), initialState, ledger);
  const ended = withFirst({ status: 'canceled', endedAt: moment(3) });
  const other = settle(observed(lookAt(ended), both), both, ledger);
  expect(ledger.at(-1)?.data).toMatchObject({ balance: 400, expiring: 400 });

  provider.take('end');
  const none = withFirst({ status: 'canceled', endedAt: moment(3) });
  settle(observed(lookAt(none), other), other, ledger);
  expect(ledger.at(-1)?.data).toMatchObject({ balance: 0, expiring: 0 });
});

test('a payment seen before its subscription keeps the checkout open', () => {
  const provider = new Provider();
  provider.take('subscribe');
  const { invoices, ...rest } = provider.snapshot();
  const attemptId = '0b6f1a52-6f0c-4a3c-9d53-0d2d3a1c7e10';
  const checkout = { attemptId, purpose: 'subscribe', price: 'starter', currency: 'usd' } as const;
  const state: BillingState = { ...initialState, checkout: { ...checkout, expiresAt: moment(23).toISOString() } };
  const whole: Snapshot = { ...rest, invoices: invoices.map((invoice) => ({ ...invoice, attemptId })) };
  const typesOf = (snapshot: Snapshot) => observed(lookAt(snapshot), state).map(({ type }) => type);
  expect(typesOf({ ...whole, subscriptions: [] })).toEqual(['InvoicePaid']);
  expect(typesOf(whole)).toEqual(['SubscriptionStarted', 'InvoicePaid', 'CheckoutFinished']);
});
