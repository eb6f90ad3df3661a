import { z } from 'zod';
import { idSchema } from '../id.ts';
import { API_KEYS } from '../constants.ts';
import { momentSchema } from '../http/list-query.ts';
import { requiredLineSchema } from '../text/fields.ts';
import {
  DEFAULT_KEY_LIMITS,
  DEFAULT_KEY_SCOPES,
  keyLimitsSchema,
  keyModeSchema,
  keyScopesSchema,
  KEY_SCOPES,
} from './rights.ts';

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'An address such as 192.0.2.7, or a network such as 192.0.2.0/24',
);

/** As browsers send it: no path, no default port, lower case. */
const origin = z
  .string()
  .max(300)
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'An origin such as https://app.example.com, without a path',
  );

const changeable = {
  label: requiredLineSchema(API_KEYS.labelLength),
  scopes: keyScopesSchema,
  limits: keyLimitsSchema,
  /** Empty: anywhere. */
  networks: z.array(network).max(API_KEYS.networks),
  /** Pages that may use the key from a browser; empty is none. */
  origins: z.array(origin).max(API_KEYS.networks),
};

export const createKeyBodySchema = z.strictObject({
  ...changeable,
  mode: keyModeSchema.default('live'),
  scopes: keyScopesSchema.default([...DEFAULT_KEY_SCOPES]),
  limits: keyLimitsSchema.default(DEFAULT_KEY_LIMITS),
  networks: changeable.networks.default([]),
  origins: changeable.origins.default([]),
  expiresAt: momentSchema
    .refine((at) => new Date(at) > new Date(), 'This time is past')
    .nullable()
    .default(null),
});
export type CreateKeyBody = z.infer<typeof createKeyBodySchema>;

export const changeKeyBodySchema = z.strictObject(changeable).partial();
export type ChangeKeyBody = z.infer<typeof changeKeyBodySchema>;

export const keyParamsSchema = z.object({ id: idSchema });

const keyViewSchema = z
  .object({
    id: z.uuid(),
    label: z.string(),
    /** Start and end of the key, to recognise it. */
    hint: z.string(),
    mode: keyModeSchema,
    scopes: z.array(z.enum(KEY_SCOPES)),
    limits: keyLimitsSchema,
    networks: z.array(z.string()),
    origins: z.array(z.string()),
    createdBy: z.uuid(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    /** To the minute; null before the first use. */
    lastUsedAt: z.iso.datetime().nullable(),
    /** The last 30 days, UTC, oldest first, without days of no use. */
    use: z.array(z.object({ day: z.iso.date(), requests: z.int(), credits: z.int() })),
  })
  .meta({ id: 'ApiKey' });
export type KeyView = z.infer<typeof keyViewSchema>;

export const keyListSchema = z.object({ keys: z.array(keyViewSchema) }).meta({ id: 'ApiKeyList' });

/** The only answer that ever holds the key. */
export const createdKeySchema = z.object({ key: z.string(), id: z.uuid() }).meta({ id: 'CreatedApiKey' });
export type CreatedKey = z.infer<typeof createdKeySchema>;

/** Newest first. */
export const keyLogQuerySchema = z.object({ key: idSchema.optional() });
export const keyLogSchema = z.object({
  requests: z.array(
    z.object({
      id: z.uuid(),
      keyId: z.uuid(),
      at: z.iso.datetime(),
      method: z.string(),
      path: z.string(),
      status: z.int(),
      ms: z.int(),
      credits: z.int(),
    }),
  ),
});
export type KeyLog = z.infer<typeof keyLogSchema>;
