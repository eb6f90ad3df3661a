import { z } from 'zod';

export const WEBHOOK_TYPES = [
  'picture.ready',
  'picture.failed',
  'save.completed',
  'save.failed',
  'export.made',
  'batch.finished',
  'credits.low',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Sorted and unique, so that equal choices compare equal. */
export const webhookTypesSchema = z
  .array(z.enum(WEBHOOK_TYPES))
  .min(1, 'Choose at least one')
  .transform((types) => WEBHOOK_TYPES.filter((type) => types.includes(type)));
