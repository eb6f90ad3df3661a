import { z } from 'zod';

/** What a key can be allowed to do. `saves:write` spends credits. */
export const KEY_SCOPES = [
  'pictures:write',
  'pictures:read',
  'saves:write',
  'account:read',
  'webhooks:manage',
  'keys:manage',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a key may do unless more is asked for: to make other keys is asked for on purpose. */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'keys:manage');

/** A test key costs nothing: what it makes is small and carries a watermark. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const keyModeSchema = z.enum(KEY_MODES);

/** Each once, in the order of `KEY_SCOPES`, so that equal rights are equal. */
export const keyScopesSchema = z
  .array(z.enum(KEY_SCOPES))
  .min(1)
  .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope)));

const credits = z.int().min(0).max(1_000_000).nullable();

/** Days and months are those of UTC; null is no limit. */
export const keyLimitsSchema = z.object({
  requestsPerMinute: z.int().min(1).max(100_000),
  creditsPerDay: credits,
  creditsPerMonth: credits,
});
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

export const DEFAULT_KEY_LIMITS: KeyLimits = { requestsPerMinute: 500, creditsPerDay: null, creditsPerMonth: null };
