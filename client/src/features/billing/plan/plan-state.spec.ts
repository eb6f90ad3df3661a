import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PaymentInfo, SubscriptionInfo } from '@clearcut/schemas/subscription/http';
import { expect, test } from 'vitest';
import { planViewOf } from './plan-state.ts';

const END = '2027-01-01T00:00:00.000Z';
const LATER = '2027-02-01T00:00:00.000Z';

function billing(info: Partial<SubscriptionInfo> | null, payment: PaymentInfo['status'] = 'paid'): BillingInfo {
  const running: SubscriptionInfo = {
    status: 'active',
    price: 'starter',
    stripePriceId: 'price_1',
    currency: 'usd',
    periodEnd: END,
    trialEnd: null,
    activeUntil: null,
    scheduled: null,
    ...info,
  };
  return {
    planName: 'starter',
    credits: 0,
    paymentInfo: { stripeCustomerCurrency: 'usd', status: payment, due: null },
    subscriptionInfo: info === null ? null : running,
    creditsComing: 0,
    packs: 0,
    addons: [],
    features: { bulkUpload: true },
  };
}

test.each<[string, BillingInfo, object]>([
  [
    'a trial whose early end was refused',
    billing({ status: 'trialing', trialEnd: END }, 'failed'),
    { state: 'paymentFailed', price: 'trial', next: { price: 'starter', at: END } },
  ],
  [
    'a plan whose upgrade failed',
    billing({}, 'failed'),
    { state: 'paymentFailed', price: 'starter', next: { price: 'starter', at: END } },
  ],
  ['no plan', billing(null, null), { state: 'none', next: null }],
  ['a first payment under way', billing({ status: 'pending' }, 'pending'), { state: 'pending', price: 'starter' }],
  [
    'a first payment that was never made',
    billing({ status: 'incomplete_expired', price: null }, null),
    { state: 'expired' },
  ],
  [
    'a trial',
    billing({ status: 'trialing', trialEnd: END }),
    { state: 'trial', price: 'trial', at: END, next: { price: 'starter', at: END } },
  ],
  [
    'a trial that was cancelled',
    billing({ status: 'trialing', trialEnd: END, activeUntil: END }),
    { state: 'trialCancelled', at: END, next: null },
  ],
  ['a trial that ended', billing({ status: 'trial_ended', price: null }), { state: 'trialEnded' }],
  ['a plan', billing({}), { state: 'active', price: 'starter', next: { price: 'starter', at: END } }],
  ['a plan that was cancelled', billing({ activeUntil: END }), { state: 'cancelledLater', at: END, next: null }],
  [
    'a plan that will be downgraded',
    billing({ price: 'business', scheduled: { price: 'starter', at: LATER } }),
    { state: 'changesLater', price: 'business', at: LATER, next: { price: 'starter', at: LATER } },
  ],
  ['a renewal that failed', billing({ status: 'past_due' }, 'failed'), { state: 'paymentFailed', next: null }],
  [
    'a renewal that the bank asks to confirm',
    billing({ status: 'past_due' }, 'requires_action'),
    { state: 'requiresAction' },
  ],
  ['a plan whose retries ended', billing({ status: 'unpaid' }, 'failed'), { state: 'paymentFailed' }],
  ['a plan that ended', billing({ status: 'canceled', price: null }), { state: 'cancelled' }],
  ['a disputed payment', billing({ status: 'canceled', price: null }, 'disputed'), { state: 'disputed' }],
  ['a second payment under way', billing({}, 'pending'), { state: 'active', isConfirming: true }],
])('%s', (_what, info, expected) => {
  expect(planViewOf(info)).toMatchObject(expected);
});
