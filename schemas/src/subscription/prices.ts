import type { Plan } from '../constants.ts';

/** What is sold, by the names that prices have at the payment provider. */
export const PRICE_NAMES = [
  'trial',
  'starter',
  'pro',
  'business',
  'enterprise',
  'ultimate',
  'support_addon',
  'service',
] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

/** Prices that are paid each month; the others are paid once. */
export const PLAN_OF_PRICE = {
  starter: 'starter',
  pro: 'professional',
  business: 'business',
  enterprise: 'enterprise',
  ultimate: 'ultimate',
} as const satisfies Partial<Record<PriceName, Plan>>;
export type PlanPriceName = keyof typeof PLAN_OF_PRICE;

export const isPlanPrice = (name: PriceName): name is PlanPriceName => name in PLAN_OF_PRICE;

/** Credits that a plan grants: the trial once, the others each month that is paid for. */
export const PLAN_CREDITS: Readonly<Record<Plan, number>> = {
  trial: 10,
  starter: 200,
  professional: 500,
  business: 1_000,
  enterprise: 2_000,
  ultimate: 5_000,
};

/** Credits of a subscription that roll over into the next month, in months of its plan; those of another month's beginning end. */
export const ROLL_OVER_MONTHS = 5;

/** A trial goes over into this price at its end. */
export const TRIAL_CONVERTS_TO: PlanPriceName = 'starter';
export const TRIAL_DAYS = 7;
/** The team is told so long before a trial goes over into its plan. */
export const TRIAL_TOLD_BEFORE_MS = 3 * 24 * 60 * 60 * 1000;
/** A team is told when so much is left of what its plan grants each month. */
export const LOW_CREDITS_SHARE = 0.2;
/** A trial that is cancelled later than that before its end has gone over into its plan, which ends after the first paid month. */
export const TRIAL_CANCEL_BEFORE_MS = 60 * 60 * 1000;

/** An attempt to pay that did not come to an end by then is given up: the provider ends an unpaid subscription after 23 hours. */
export const CHECKOUT_EXPIRES_MS = 23 * 60 * 60 * 1000;
