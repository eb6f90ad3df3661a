import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { keyLimitsSchema, keyModeSchema, keyScopesSchema } from './rights.ts';

const keyId = z.uuid();

/** The key itself is stored nowhere; erasable tables hold its digest, label and networks. */
const apiKeyCreated = defineEvent(
  'ApiKeyCreated',
  z.object({
    keyId,
    teamId: z.uuid(),
    createdBy: z.uuid(),
    mode: keyModeSchema,
    scopes: keyScopesSchema,
    limits: keyLimitsSchema,
    expiresAt: z.iso.datetime().nullable(),
  }),
);

const apiKeyChanged = defineEvent(
  'ApiKeyChanged',
  z.object({ keyId, scopes: keyScopesSchema, limits: keyLimitsSchema }),
);

/** Both keys work until `oldValidUntil`. */
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
