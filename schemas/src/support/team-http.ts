import { z } from 'zod';
import { KEY_MODES, KEY_SCOPES } from '../api-keys/rights.ts';
import { PLANS, SUPPORT } from '../constants.ts';
import { idSchema } from '../id.ts';
import { invoiceSchema, subscriptionInfoSchema } from '../subscription/http.ts';
import { PRICE_NAMES } from '../subscription/prices.ts';
import { ROLES } from '../team/permissions.ts';
import { reasonSchema } from './reason.ts';

/** People appear as ids. */
export const teamFactsSchema = z.object({
  id: z.uuid(),
  planName: z.enum(PLANS).nullable(),
  subscription: subscriptionInfoSchema.pick({ status: true, periodEnd: true }).nullable(),
  credits: z.int(),
  /** Credits the asking staff may still adjust today (UTC); null without the role. */
  mayAdjust: z.int().nullable(),
  members: z.array(
    z.object({
      id: z.uuid(),
      role: z.enum(ROLES),
      status: z.enum(['Pending', 'Active', 'Disabled']),
      hasSecondFactor: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  keys: z.array(
    z.object({
      id: z.uuid(),
      mode: z.enum(KEY_MODES),
      scopes: z.array(z.enum(KEY_SCOPES)),
      createdAt: z.iso.datetime(),
      endsAt: z.iso.datetime().nullable(),
    }),
  ),
  webhooks: z.array(
    z.object({
      id: z.uuid(),
      /** Without the path, which may hold a secret. */
      host: z.string(),
      isEnabled: z.boolean(),
      failingSince: z.iso.datetime().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type TeamFacts = z.infer<typeof teamFactsSchema>;

export const teamPaymentsSchema = z.object({
  /** At the payment provider; null before anything was bought. */
  customer: z.object({ id: z.string(), url: z.string() }).nullable(),
  addons: z.array(z.enum(PRICE_NAMES)),
  cancelReason: z.string().nullable(),
  payments: z.array(
    invoiceSchema.extend({ card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable() }),
  ),
  /** Events of the subscription, newest first. */
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      type: z.string(),
      actorKind: z.string(),
      actorId: z.string(),
      /** Plans, reasons and amounts of the event. */
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
});
export type TeamPayments = z.infer<typeof teamPaymentsSchema>;

export const adjustBodySchema = z.strictObject({
  /** Idempotency key chosen by the caller. */
  adjustmentId: idSchema,
  /** Negative: remove. */
  credits: z
    .int('Enter a whole number')
    .min(-SUPPORT.adjustedPerDay)
    .max(SUPPORT.adjustedPerDay)
    .refine((credits) => credits !== 0, 'Enter a whole number'),
  reason: reasonSchema,
});
export type AdjustBody = z.infer<typeof adjustBodySchema>;

export const adjustAnswerSchema = z.object({
  /** Balance afterwards. */
  credits: z.int(),
});
export type AdjustAnswer = z.infer<typeof adjustAnswerSchema>;
