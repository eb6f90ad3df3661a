import { z } from 'zod';
import type { Plan } from '../constants.ts';

export const currencySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, 'A currency has three letters');

/** The provider's names of prices. */
export const PRICE_NAMES = [
  'trial',
  'starter',
  'pro',
  'business',
  'enterprise',
  'ultimate',
  'support_addon',
  'service',
  'pack_10',
  'pack_50',
  'pack_200',
] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

/** Monthly prices; the others are paid once. */
export const PLAN_OF_PRICE = {
  starter: 'starter',
  pro: 'professional',
  business: 'business',
  enterprise: 'enterprise',
  ultimate: 'ultimate',
} as const satisfies Partial<Record<PriceName, Plan>>;
export type PlanPriceName = keyof typeof PLAN_OF_PRICE;

export const isPlanPrice = (name: PriceName): name is PlanPriceName => name in PLAN_OF_PRICE;

/** Credits paid once, which do not end with a plan. */
export const PACK_CREDITS = { pack_10: 10, pack_50: 50, pack_200: 200 } as const satisfies Partial<
  Record<PriceName, number>
>;
export type PackPriceName = keyof typeof PACK_CREDITS;

export const isPackPrice = (name: PriceName): name is PackPriceName => name in PACK_CREDITS;

/** The trial's once, the others monthly. */
export const PLAN_CREDITS: Readonly<Record<Plan, number>> = {
  trial: 10,
  starter: 200,
  professional: 500,
  business: 1_000,
  enterprise: 2_000,
  ultimate: 5_000,
};

/** In months of the plan. */
export const ROLL_OVER_MONTHS = 5;

export const TRIAL_CONVERTS_TO: PlanPriceName = 'starter';
export const TRIAL_DAYS = 7;
export const TRIAL_NOTICE_MS = 3 * 24 * 60 * 60 * 1000;
export const LOW_CREDITS_SHARE = 0.2;
/** A later cancellation lets the first paid month begin. */
export const TRIAL_CANCEL_BEFORE_MS = 60 * 60 * 1000;

/** The provider ends an unpaid subscription after 23 hours. */
export const CHECKOUT_EXPIRES_MS = 23 * 60 * 60 * 1000;

/** A team whose payments were refused so often in 24 hours waits: cards are tested with small payments. */
export const MAX_REFUSALS_PER_DAY = 10;
