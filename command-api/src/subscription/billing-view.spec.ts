import { expect, test } from 'vitest';
import { planOf, shownSubscription } from './billing-view.ts';
import { type BillingState, initialState, type Subscription } from './domain/state.ts';

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
        isEndOfTrialTold: false,
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
