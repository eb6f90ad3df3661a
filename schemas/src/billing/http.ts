import { z } from 'zod';
import { MAX_BILLING_CONTACTS, PLANS } from '../constants.ts';
import { idSchema } from '../id.ts';
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

/** Null until an admin chooses. */
export const billingContactsSchema = z.object({ userIds: z.array(z.uuid()).nullable() });
export type BillingContacts = z.infer<typeof billingContactsSchema>;

export const chooseContactsSchema = z.strictObject({ userIds: z.array(idSchema).max(MAX_BILLING_CONTACTS) });
