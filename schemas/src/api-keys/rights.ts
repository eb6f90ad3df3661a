import { z } from 'zod';

/** `saves:write` spends credits. */
export const KEY_SCOPES = [
  'pictures:write',
  'pictures:read',
  'saves:write',
  'account:read',
  'webhooks:manage',
  'keys:manage',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'keys:manage');

/** Test keys are free; their results are small and watermarked. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const keyModeSchema = z.enum(KEY_MODES);

/** Sorted and unique, so that equal rights compare equal. */
export const keyScopesSchema = z
  .array(z.enum(KEY_SCOPES))
  .min(1)
  .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope)));

const credits = z.int().min(0).max(1_000_000).nullable();

/** Days and months in UTC; null is unlimited. */
export const keyLimitsSchema = z.object({
  requestsPerMinute: z.int().min(1).max(100_000),
  creditsPerDay: credits,
  creditsPerMonth: credits,
});
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

export const DEFAULT_KEY_LIMITS: KeyLimits = { requestsPerMinute: 500, creditsPerDay: null, creditsPerMonth: null };
