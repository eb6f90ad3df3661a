import { z } from 'zod';
import { keyLimitsSchema, keyModeSchema, KEY_SCOPES } from './rights.ts';

/** GET /v1/account/ */
export const keyAccountSchema = z
  .object({
    teamId: z.uuid(),
    credits: z.int(),
    /** Among them: those that stay when the plan ends. */
    creditsWithoutPlan: z.int(),
    key: z.object({
      id: z.uuid(),
      mode: keyModeSchema,
      scopes: z.array(z.enum(KEY_SCOPES)),
      limits: keyLimitsSchema,
      webhookSecret: z.string().describe('Signs what is sent to the `webhookUrl` of a picture (Standard Webhooks).'),
    }),
  })
  .meta({ id: 'Account' });
