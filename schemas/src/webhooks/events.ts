import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { webhookTypesSchema } from './types.ts';

const endpointId = z.uuid();

/**
 * An erasable table holds the address. The secret is stored nowhere: it derives from the installation's own, the
 * endpoint and its version.
 */
const webhookEndpointAdded = defineEvent(
  'WebhookEndpointAdded',
  z.object({ endpointId, teamId: z.uuid(), types: webhookTypesSchema }),
);

const webhookEndpointChanged = defineEvent(
  'WebhookEndpointChanged',
  z.object({ endpointId, types: webhookTypesSchema }),
);

/** Both secrets sign until `oldValidUntil`. */
const webhookSecretRotated = defineEvent(
  'WebhookSecretRotated',
  z.object({ endpointId, version: z.int().min(2), oldValidUntil: z.iso.datetime() }),
);

/** By an admin, because the receiver answered 410, or after days of failure. */
const webhookEndpointDisabled = defineEvent(
  'WebhookEndpointDisabled',
  z.object({ endpointId, reason: z.enum(['user', 'gone', 'failing']) }),
);

const webhookEndpointEnabled = defineEvent('WebhookEndpointEnabled', z.object({ endpointId }));

const webhookEndpointRemoved = defineEvent('WebhookEndpointRemoved', z.object({ endpointId }));

export const webhookEvents = [
  webhookEndpointAdded,
  webhookEndpointChanged,
  webhookSecretRotated,
  webhookEndpointDisabled,
  webhookEndpointEnabled,
  webhookEndpointRemoved,
] as const;

export type WebhookEvent = EventOf<(typeof webhookEvents)[number]>;
export const isWebhookEvent = eventGuard(webhookEvents);
