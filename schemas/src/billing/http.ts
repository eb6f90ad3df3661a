import { z } from 'zod';
import { PLANS } from '../constants.ts';
import { paymentInfoSchema, subscriptionInfoSchema } from '../subscription/http.ts';

/** Members without the section billing get plan and credits only. */
export const billingSchema = z.object({
  planName: z.enum(PLANS).nullable(),
  credits: z.int().min(0),
  paymentInfo: paymentInfoSchema.nullable(),
  subscriptionInfo: subscriptionInfoSchema.nullable(),
  features: z.object({ bulkUpload: z.boolean() }),
});
export type BillingInfo = z.infer<typeof billingSchema>;
