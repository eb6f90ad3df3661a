import { randomUUID } from 'node:crypto';
import { createEventCodec, defineEvent, type EventOf } from '@clearcut/schemas/define-event';
import type { NewEvent, StreamName } from '@clearcut/platform/event-store/port';
import { z } from 'zod';

const counted = defineEvent('Counted', z.object({ writer: z.string(), n: z.int() }));

/** Version 1 had the whole name in one field; version 2 has two. */
const namedV1 = defineEvent('Named', z.object({ name: z.string() }));
const named = defineEvent('Named', z.object({ first: z.string(), last: z.string() }), [
  (data) => {
    const [first, last] = z.object({ name: z.string() }).parse(data).name.split(' ');
    return { first, last };
  },
]);

/** The codec from before `Named` changed and `Forgotten` was dropped. */
export const oldCodec = createEventCodec([counted, namedV1, defineEvent('Forgotten', z.object({}))]);
export const codec = createEventCodec([counted, named]);

export type TestEvent = EventOf<typeof counted | typeof named>;

export function newEvent<E extends { type: string; data: unknown }>(event: E, id: string = randomUUID()): NewEvent<E> {
  return {
    id,
    event,
    metadata: {
      correlationId: randomUUID(),
      causationId: 'test',
      actor: { kind: 'system', id: 'conformance' },
      occurredAt: '2026-01-01T00:00:00.000Z',
    },
  };
}

export function count(n: number, writer = 'one'): NewEvent<TestEvent> {
  return newEvent({ type: 'Counted', data: { writer, n } });
}

export function newStream(category = 'counter'): StreamName {
  return `${category}-${randomUUID()}`;
}
