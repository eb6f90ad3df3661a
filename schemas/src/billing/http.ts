import { z } from 'zod';
import { PLANS } from '../constants.ts';
import { PRICE_NAMES } from '../subscription/prices.ts';
import { paymentInfoSchema, subscriptionInfoSchema } from '../subscription/http.ts';

/** Members without the section billing get plan and credits only. */
export const billingSchema = z.object({
  planName: z.enum(PLANS).nullable(),
  credits: z.int().min(0),
  paymentInfo: paymentInfoSchema.nullable(),
  subscriptionInfo: subscriptionInfoSchema.nullable(),
  /** Paid for, but not in the pool yet. */
  creditsComing: z.int().min(0),
  /** Packs of credits that were paid for so far. */
  packs: z.int().min(0),
  /** One-off purchases that the team has. */
  addons: z.array(z.enum(PRICE_NAMES)),
  features: z.object({ bulkUpload: z.boolean() }),
});
export type BillingInfo = z.infer<typeof billingSchema>;
