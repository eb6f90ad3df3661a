import { z } from 'zod';

/** One message a try. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

export const webhookTrySchema = z.object({ messageId: z.uuid(), nth: z.int().positive() });
