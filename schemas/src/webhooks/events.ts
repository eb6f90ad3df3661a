import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { webhookTypesSchema } from './types.ts';

const endpointId = z.uuid();

/**
 * A team is told at one more address what happens. The address stands in a table that can be erased; the secret stands nowhere: it derives
 * from the installation's own, the endpoint and its version.
 */
const webhookEndpointAdded = defineEvent(
  'WebhookEndpointAdded',
  z.object({ endpointId, teamId: z.uuid(), types: webhookTypesSchema }),
);

/** It is told of other things from here on. */
const webhookEndpointChanged = defineEvent(
  'WebhookEndpointChanged',
  z.object({ endpointId, types: webhookTypesSchema }),
);

/** Messages are signed with the secret of the next version, and until `oldValidUntil` with the one before it too. */
const webhookSecretRotated = defineEvent(
  'WebhookSecretRotated',
  z.object({ endpointId, version: z.int().min(2), oldValidUntil: z.iso.datetime() }),
);

/** Nothing is sent any more: an admin said so, the receiver said that it is gone, or it failed for days. */
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
