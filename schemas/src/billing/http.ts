import { z } from 'zod';
import { PLANS } from '../constants.ts';
import { paymentInfoSchema, subscriptionInfoSchema } from '../subscription/http.ts';

/** GET /api/billing. Members without the section billing are told the plan and the credits, and nothing of payments. */
export const billingSchema = z.object({
  planName: z.enum(PLANS).nullable(),
  credits: z.int().min(0),
  paymentInfo: paymentInfoSchema.nullable(),
  subscriptionInfo: subscriptionInfoSchema.nullable(),
  /** What the plan allows. */
  features: z.object({ bulkUpload: z.boolean() }),
});
export type BillingInfo = z.infer<typeof billingSchema>;
