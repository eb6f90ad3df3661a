import { z } from 'zod';

/** GET /api/billing. What a team without a subscription has is credits. */
export const billingSchema = z.object({
  planName: z.string().nullable(),
  credits: z.int().min(0),
  paymentInfo: z.null(),
  subscriptionInfo: z.null(),
  /** What the plan allows. */
  features: z.object({ bulkUpload: z.boolean() }),
});
export type BillingInfo = z.infer<typeof billingSchema>;
