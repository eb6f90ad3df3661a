import { createEventCodec, type EventOf } from './define.ts';
import { transactionEvents } from '../transaction/events.ts';

/** Every event of the product. A new context adds its list here. */
export const eventDefinitions = [...transactionEvents] as const;

export type ClearcutEvent = EventOf<(typeof eventDefinitions)[number]>;

export const eventCodec = createEventCodec(eventDefinitions);
