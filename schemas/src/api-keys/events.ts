import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { keyLimitsSchema, keyModeSchema, keyScopesSchema } from './rights.ts';

const keyId = z.uuid();

/**
 * A team has one more API key. The key itself is known to its owner alone; its digest, its label and the networks that it may be used from
 * stand in tables that can be erased.
 */
const apiKeyCreated = defineEvent(
  'ApiKeyCreated',
  z.object({
    keyId,
    teamId: z.uuid(),
    /** The member in whose name the key acts. */
    createdBy: z.uuid(),
    mode: keyModeSchema,
    scopes: keyScopesSchema,
    limits: keyLimitsSchema,
    expiresAt: z.iso.datetime().nullable(),
  }),
);

/** The key may do something else from here on. */
const apiKeyChanged = defineEvent(
  'ApiKeyChanged',
  z.object({ keyId, scopes: keyScopesSchema, limits: keyLimitsSchema }),
);

/** Another key takes this one's place; both work until `oldValidUntil`. */
const apiKeyRotated = defineEvent(
  'ApiKeyRotated',
  z.object({ keyId, newKeyId: z.uuid(), oldValidUntil: z.iso.datetime() }),
);

const apiKeyRevoked = defineEvent(
  'ApiKeyRevoked',
  z.object({ keyId, by: z.enum(['user', 'operator', 'member-left']) }),
);

export const apiKeyEvents = [apiKeyCreated, apiKeyChanged, apiKeyRotated, apiKeyRevoked] as const;

export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
export const isApiKeyEvent = eventGuard(apiKeyEvents);
