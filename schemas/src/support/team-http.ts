import { z } from 'zod';
import { KEY_MODES, KEY_SCOPES } from '../api-keys/rights.ts';
import { PLANS, SUPPORT } from '../constants.ts';
import { idSchema } from '../id.ts';
import { subscriptionInfoSchema } from '../subscription/http.ts';
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
