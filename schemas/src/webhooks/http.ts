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

/** PATCH …/webhooks/{id}/: what is left out stays. */
export const changeWebhookSchema = z
  .strictObject({ types: webhookTypesSchema.optional(), isEnabled: z.boolean().optional() })
  .meta({ id: 'WebhookChanges' });
export type ChangeWebhook = z.infer<typeof changeWebhookSchema>;

export const webhookParamsSchema = z.object({ id: idSchema });
export const webhookMessageParamsSchema = z.object({ id: idSchema, messageId: idSchema });

/** The answers that hold the secret: of a new endpoint, and of a rotation. */
export const webhookSecretSchema = z
  .object({
    id: z.uuid(),
    /** `whsec_` and 32 bytes in base64. */
    secret: z.string(),
    /** Until when messages are signed with the secret before it too; null for a new endpoint. */
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
    /** Why nothing is sent; null where it is enabled. */
    disabledBecause: z.enum(['user', 'gone', 'failing']).nullable(),
    /** Since when no message was taken; null where the last one was. */
    failingSince: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhookSchema>;

export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' });

/** What was, or is to be, sent: newest first. */
const webhookMessageSchema = z
  .object({
    /** The header `webhook-id`. */
    id: z.uuid(),
    type: z.enum([...WEBHOOK_TYPES, 'test']),
    status: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: z.iso.datetime(),
    /** When it is tried again; null where it is not. */
    nextTryAt: z.iso.datetime().nullable(),
    body: z.string(),
    /** Oldest first. */
    tries: z.array(
      z.object({
        at: z.iso.datetime(),
        /** Of the answer; null where there was none. */
        status: z.int().nullable(),
        ms: z.int(),
        /** Why there was no answer, as a code of the error catalogue. */
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

export const webhookMessagesSchema = z
  .object({ messages: z.array(webhookMessageSchema) })
  .meta({ id: 'WebhookMessages' });

/** A message that is on its way. */
export const queuedWebhookSchema = z.object({ messageId: z.uuid() }).meta({ id: 'QueuedWebhook' });
