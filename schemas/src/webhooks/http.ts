import { z } from 'zod';
import { idSchema } from '../id.ts';
import { WEBHOOK_TYPES, webhookTypesSchema } from './types.ts';

/** POST …/webhooks/ */
export const newWebhookSchema = z
  .strictObject({
    url: z.string().trim().min(1, 'This field is required').max(2048),
    types: webhookTypesSchema.default([...WEBHOOK_TYPES]),
  })
  .meta({ id: 'WebhookRequest' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

/** PATCH …/webhooks/{id}/ */
export const changeWebhookSchema = z
  .strictObject({ types: webhookTypesSchema.optional(), isEnabled: z.boolean().optional() })
  .meta({ id: 'WebhookChanges' });
export type ChangeWebhook = z.infer<typeof changeWebhookSchema>;

export const webhookParamsSchema = z.object({ id: idSchema });
export const webhookMessageParamsSchema = z.object({ id: idSchema, messageId: idSchema });

export const webhookSecretSchema = z
  .object({
    id: z.uuid(),
    /** `whsec_` and 32 bytes in base64. */
    secret: z.string(),
    /** Both secrets sign until then; null for a new endpoint. */
    oldValidUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

const webhookSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    types: z.array(z.enum(WEBHOOK_TYPES)),
    isEnabled: z.boolean(),
    /** Null while enabled. */
    disabledBecause: z.enum(['user', 'gone', 'failing']).nullable(),
    /** Null after a success. */
    failingSince: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhookSchema>;

export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' });

/** Newest first. */
const webhookMessageSchema = z
  .object({
    /** The header `webhook-id`. */
    id: z.uuid(),
    type: z.enum([...WEBHOOK_TYPES, 'test']),
    status: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: z.iso.datetime(),
    /** Null: no retry. */
    nextTryAt: z.iso.datetime().nullable(),
    body: z.string(),
    /** Oldest first. */
    tries: z.array(
      z.object({
        at: z.iso.datetime(),
        /** Null without an answer. */
        status: z.int().nullable(),
        ms: z.int(),
        /** Error code; null with an answer. */
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

export const webhookMessagesSchema = z
  .object({ messages: z.array(webhookMessageSchema) })
  .meta({ id: 'WebhookMessages' });

export const queuedWebhookSchema = z.object({ messageId: z.uuid() }).meta({ id: 'QueuedWebhook' });
