import { expect, test } from 'vitest';
import { planOf, shownPayment, shownSubscription } from './billing-view.ts';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { type BillingState, evolve, initialState, type Subscription } from './domain/state.ts';

const subscribed = (more: Partial<Subscription>): BillingState => ({
  ...initialState,
  customerId: 'cus_1',
  subscriptions: new Map([
    [
      'sub_1',
      {
        id: 'sub_1',
        price: 'pro',
        currency: 'usd',
        status: 'active',
        periodStart: '2026-01-01T00:00:00.000Z',
        periodEnd: '2026-02-01T00:00:00.000Z',
        trialEnd: null,
        endsAt: null,
        scheduled: null,
        isTrialEndAnnounced: false,
        ...more,
      },
    ],
  ]),
});

test.for([
  ['active', 'professional', 'active'],
  ['trialing', 'trial', 'trialing'],
  // Still being retried.
  ['past_due', 'professional', 'past_due'],
  ['incomplete', null, 'pending'],
  // The provider has stopped trying, so there is no plan.
  ['unpaid', null, 'unpaid'],
  ['paused', null, 'unpaid'],
] as const)('a subscription that is %s gives the plan %s, and is shown as %s', ([status, plan, shown]) => {
  const state = subscribed({ status });
  expect(planOf(state)).toBe(plan);
  expect(shownSubscription(state, (price) => `price_${price}`)).toMatchObject({
    status: shown,
    price: 'pro',
    stripePriceId: 'price_pro',
  });
});

test('regression: a trial whose first payment is not finished is named trial, not the plan that follows', () => {
  const attempt = { attemptId: 'attempt', purpose: 'subscribe', currency: 'usd' } as const;
  const checkout = { ...attempt, price: 'trial', expiresAt: '2026-01-02T00:00:00.000Z' } as const;
  const state: BillingState = { ...subscribed({ price: 'starter', status: 'incomplete' }), checkout };
  const shown = shownSubscription(state, (price) => `price_${price}`);
  expect(shown).toMatchObject({ status: 'pending', price: 'trial', stripePriceId: 'price_trial' });
});

test('regression: a plan that ended after its first month is not called a trial because the team had one before', () => {
  const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
  const period = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2026-02-01T00:00:00.000Z' };
  const ended = (subscriptionId: string, reason: 'trial' | 'start'): SubscriptionEvent[] => {
    const ids = { teamId, subscriptionId };
    const started = { price: 'starter', currency: 'usd', status: 'active', trialEnd: null } as const;
    const paid = {
      invoiceId: `in_${reason}`,
      reason,
      plan: 'starter',
      credits: 10,
      currency: 'usd',
      total: 100,
    } as const;
    return [
      { type: 'SubscriptionStarted', data: { ...ids, ...started, ...period } },
      { type: 'InvoicePaid', data: { ...ids, ...paid, ...period, paidAt: period.periodStart } },
      { type: 'SubscriptionEnded', data: { ...ids, at: period.periodEnd, reason: 'cancelled' } },
    ];
  };
  const trial = ended('sub_1', 'trial').reduce(evolve, initialState);
  expect(shownSubscription(trial, () => null)).toMatchObject({ status: 'trial_ended' });
  const plan = ended('sub_2', 'start').reduce(evolve, trial);
  expect(shownSubscription(plan, () => null)).toMatchObject({ status: 'canceled' });
});

test('regression: a payment whose dispute was won is not shown as disputed', () => {
  const ids = { teamId: '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161', subscriptionId: 'sub_1' };
  const [at, disputeId, invoiceId] = ['2026-01-02T00:00:00.000Z', 'dp_1', 'in_1'];
  const share = { amount: 2900, of: 2900, credits: 200, isPack: false };
  const ended = (
    [
      { type: 'PaymentDisputed', data: { ...ids, disputeId, invoiceId, ...share } },
      { type: 'SubscriptionEnded', data: { ...ids, at, reason: 'disputed' } },
    ] satisfies SubscriptionEvent[]
  ).reduce(evolve, subscribed({}));
  const statusAfter = (outcome: 'won' | 'lost') => {
    const { teamId } = ids;
    const closed = evolve(ended, { type: 'DisputeClosed', data: { teamId, invoiceId, disputeId, outcome } });
    const paid = { subscriptionId: 'sub_1', credits: 200, currency: 'usd', reason: 'start' } as const;
    return shownPayment({ ...closed, paid: new Map([[invoiceId, paid]]) })?.status;
  };
  expect([shownPayment(ended)?.status, statusAfter('lost'), statusAfter('won')]).toEqual([
    'disputed',
    'disputed',
    'paid',
  ]);
});
