import { z } from 'zod';
import { lineSchema, requiredLineSchema } from '../text/fields.ts';
import { PLANS } from '../constants.ts';
import { CARD_ERRORS } from './card-errors.ts';
import { INVOICE_REASONS } from './events.ts';
import { currencySchema, PRICE_NAMES } from './prices.ts';

const providerId = z.string().regex(/^[A-Za-z0-9_]{1,255}$/, 'This is no id');
const currency = currencySchema;
const moment = z.iso.datetime().nullable();

export const priceSchema = z.object({
  id: z.string(),
  name: z.enum(PRICE_NAMES),
  plan: z.enum(PLANS).nullable(),
  /** Monthly for a plan, once for the trial and packs; otherwise 0. */
  credits: z.int(),
  /** Minor units. */
  unitAmount: z.int(),
  currency: z.string(),
  interval: z.literal('month').nullable(),
  active: z.boolean(),
});
export type PriceAnswer = z.infer<typeof priceSchema>;

export const pricesQuerySchema = z.object({
  /** ISO 3166. */
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .catch(undefined),
  currency: currency.optional().catch(undefined),
});
export const currenciesSchema = z.object({
  currencies: z.array(z.string()),
  default: z.string(),
  /** ISO 3166; null when unknown. */
  country: z.string().nullable(),
});
export const paymentConfigSchema = z.object({ mode: z.enum(['live', 'test', 'sandbox']), publishableKey: z.string() });
export type PaymentConfig = z.infer<typeof paymentConfigSchema>;

export const orderSchema = z.object({
  priceId: providerId,
  currency,
  /** A device has one trial. */
  deviceFingerprint: z.string().max(255).optional(),
});
export const subscribeSchema = orderSchema.extend({ paymentMethodId: providerId });
/** `attemptId`: made by the requesting page, so that a repeat from it buys nothing more. */
export const packOrderSchema = subscribeSchema.omit({ deviceFingerprint: true }).extend({ attemptId: z.uuid() });
export const priceIdSchema = z.object({ priceId: providerId });
export const switchSchema = priceIdSchema.extend({
  /** From the preview, so that the shown amount is charged. */
  prorationDate: z.iso.datetime().optional(),
  /** From the preview: if false, a plan that was cancelled since is left as it is. */
  undoesCancellation: z.boolean().optional(),
});
/** `value`: the reason, in the person's words. */
export const cancelSchema = z.object({ value: z.string().trim().max(500).optional() });
export const paymentMethodIdSchema = z.object({ payment_method_id: providerId });
/** `invoice_id`: an open invoice; the newest failed one otherwise. */
export const retrySchema = z.object({ payment_method_id: providerId.optional(), invoice_id: providerId.optional() });

export const paymentStepSchema = z.object({
  status: z.enum(['succeeded', 'processing', 'requires_action', 'requires_payment_method']),
  /** For confirmation in the browser. */
  clientSecret: z.string().nullable(),
  /** Confirmation at the bank or PayPal. */
  redirectUrl: z.string().nullable(),
});
export type PaymentStep = z.infer<typeof paymentStepSchema>;
export const intentSchema = z.object({
  clientSecret: z.string(),
  intent: z.enum(['payment', 'setup']),
  priceName: z.enum(PRICE_NAMES),
});
export const setupIntentSchema = z.object({ clientSecret: z.string() });

export const nextActionSchema = z.object({
  action: z.enum(['subscribe', 'confirm', 'buy', 'retry', 'finalize-trial', 'upgrade', 'downgrade', 'resume', 'none']),
  /** Upgrade: due now, minor units. */
  amountDue: z.int().optional(),
  currency: z.string().optional(),
  creditsNow: z.int().optional(),
  prorationDate: z.iso.datetime().optional(),
  /** Parts of `amountDue`; negative for time that was paid and is not used. */
  lines: z.array(z.object({ price: z.enum(PRICE_NAMES).nullable(), amount: z.int() })).optional(),
  /** When a month of the plan is charged next. */
  nextAt: z.iso.datetime().optional(),
  /** Downgrade: when it takes effect. */
  at: z.iso.datetime().optional(),
  /** Upgrade, downgrade: of a cancelled plan, which then continues. */
  undoesCancellation: z.boolean().optional(),
});
export type NextAction = z.infer<typeof nextActionSchema>;

export const paymentMethodSchema = z.object({
  id: z.string(),
  type: z.enum(['card', 'paypal']),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  expMonth: z.int().nullable(),
  expYear: z.int().nullable(),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** docs/product.md, Billing */
const PAYMENT_STATUSES = [
  'paid',
  'pending',
  'processing',
  'requires_action',
  'canceled',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** Minor units. */
  total: z.int(),
  refunded: z.int(),
  currency: z.string(),
  date: z.iso.datetime(),
  reason: z.enum(INVOICE_REASONS),
  /** The purchase; null for one that an operator billed by hand. */
  price: z.enum(PRICE_NAMES).nullable(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  credits: z.int(),
  /** Due to refunds and disputes: less than their share if credits had been spent. */
  creditsTakenBack: z.int(),
  /** Null for a purchase without a plan. */
  isPlanRunning: z.boolean().nullable(),
  url: z.string().nullable(),
  pdf: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** Stripe's words and ours (docs/product.md). */
const SHOWN_STATUSES = [
  'pending',
  'incomplete_expired',
  'trialing',
  'trial_ended',
  'active',
  'past_due',
  'unpaid',
  'canceled',
] as const;

export const subscriptionInfoSchema = z.object({
  status: z.enum(SHOWN_STATUSES),
  price: z.enum(PRICE_NAMES).nullable(),
  stripePriceId: z.string().nullable(),
  currency: z.string().nullable(),
  periodEnd: moment,
  trialEnd: moment,
  /** Cancelled; can be resumed until then. */
  activeUntil: moment,
  scheduled: z.object({ price: z.enum(PRICE_NAMES), at: z.iso.datetime() }).nullable(),
});
export type SubscriptionInfo = z.infer<typeof subscriptionInfoSchema>;

/** A payment that failed or waits for the bank. Null if an older log does not say. */
const dueSchema = z.object({
  invoiceId: z.string(),
  /** Minor units. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  price: z.enum(PRICE_NAMES).nullable(),
  needsAction: z.boolean(),
  /** Why it was refused. */
  code: z.enum(CARD_ERRORS).nullable(),
  /** The payment method that was refused. */
  methodId: z.string().nullable(),
  nextTryAt: moment,
  /** Unpaid by then, the plan ends (`renewal`) or the change lapses. */
  endsAt: moment,
  isRenewal: z.boolean(),
});
export type Due = z.infer<typeof dueSchema>;

export const paymentInfoSchema = z.object({
  stripeCustomerCurrency: z.string().nullable(),
  due: dueSchema.nullable(),
  /** `failed` and `requires_action` allow Retry; `disputed` needs a new plan. */
  status: z.enum(['paid', 'pending', 'failed', 'requires_action', 'disputed']).nullable(),
});
export type PaymentInfo = z.infer<typeof paymentInfoSchema>;

const taxCommon = {
  country: requiredLineSchema(2)
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'This field is required'),
  firstName: requiredLineSchema(50),
  lastName: requiredLineSchema(50),
  address: requiredLineSchema(200),
  zipCode: requiredLineSchema(10),
  city: requiredLineSchema(100),
  email: z.email('Please enter a valid email address').max(254, 'Cannot exceed 254 characters'),
};
const vatNumber = (max: number) =>
  requiredLineSchema(max).overwrite((value) => value.toUpperCase().replaceAll(/[\s.-]/g, ''));

export const taxInformationSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Company'),
    ...taxCommon,
    companyName: requiredLineSchema(100),
    vatNumber: vatNumber(20),
  }),
  z.object({
    type: z.literal('Private'),
    ...taxCommon,
    companyName: lineSchema.max(100, 'Cannot exceed 100 characters').default(''),
    vatNumber: lineSchema.max(100, 'Cannot exceed 100 characters').default(''),
  }),
]);
export type TaxInformation = z.infer<typeof taxInformationSchema>;

export const taxAnswerSchema = z.object({
  taxInformation: taxInformationSchema.nullable(),
  vatStatus: z.enum(['none', 'pending', 'verified', 'unverified', 'unavailable']).nullable(),
});
