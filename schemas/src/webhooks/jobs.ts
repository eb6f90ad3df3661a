import { z } from 'zod';

/** Topic of the message bus: one message a try. */
export const WEBHOOK_DELIVERIES = 'webhook-deliveries';

export const webhookTrySchema = z.object({ messageId: z.uuid(), nth: z.int().positive() });
