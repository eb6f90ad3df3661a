import { createEventCodec, type EventOf } from '../define-event.ts';
import { apiKeyEvents } from '../api-keys/events.ts';
import { attributionEvents } from '../attribution/events.ts';
import { contactEvents } from '../contact/events.ts';
import { creditPoolEvents } from '../credits/events.ts';
import { accountEvents } from '../identity/events.ts';
import { loginEvents } from '../login/events.ts';
import { subscriptionEvents } from '../subscription/events.ts';
import { supportAccessEvents } from '../support/access-events.ts';
import { staffActionEvents } from '../support/events.ts';
import { replayEvents } from '../support/replay/events.ts';
import { teamEvents } from '../team/events.ts';
import { transactionEvents } from '../transaction/events.ts';
import { webhookEvents } from '../webhooks/events.ts';

export const eventDefinitions = [
  ...transactionEvents,
  ...teamEvents,
  ...accountEvents,
  ...loginEvents,
  ...creditPoolEvents,
  ...subscriptionEvents,
  ...apiKeyEvents,
  ...attributionEvents,
  ...contactEvents,
  ...staffActionEvents,
  ...supportAccessEvents,
  ...replayEvents,
  ...webhookEvents,
] as const;

export type ClearcutEvent = EventOf<(typeof eventDefinitions)[number]>;

export const eventCodec = createEventCodec(eventDefinitions);
