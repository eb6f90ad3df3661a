import { randomUUID } from 'node:crypto';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import type { EventStore, NewEvent, Position, ReadAllOptions } from '@clearcut/platform/event-store/port';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { ownNames } from '../../support/servers/scale.ts';
import { startKurrentDb } from '../../support/servers/kurrentdb/kurrentdb.ts';
import { median, type BenchResult } from '../result.ts';

const OTHERS = 24_350;
const RARE = 200;
const EVENTS_IN_APPEND = 50;
const ROUNDS = 5;

/**
 * Finds 200 events of a rare category among 24,550 by the server's filter, against reading the whole log. The server is
 * that of EVENT_STORE_URL, or a stand-in in this process, which shares the core with the reader.
 */
export async function benchRareCategory(): Promise<BenchResult> {
  const url = ownNames(randomUUID())['EVENT_STORE_URL'];
  const standIn = url === undefined ? await startKurrentDb() : undefined;
  const eventStore = createKurrentDbEventStore({ url: url ?? standIn?.url ?? '', codec: eventCodec });
  try {
    await fill(eventStore);
    const rare: number[] = [];
    const whole: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const [ofRare, ofAll] = [await milliseconds(eventStore, ['team']), await milliseconds(eventStore, undefined)];
      if (round < 0) continue;
      rare.push(ofRare);
      whole.push(ofAll);
    }
    return {
      name: `${RARE} events of a rare category of KurrentDB, median`,
      unit: 'ms',
      ours: median(rare),
      floor: median(whole),
      ratio: median(rare) / median(whole),
      target: { atMost: 0.5 },
      details: { events: OTHERS + RARE, rare: RARE, server: url === undefined ? 'stand-in' : 'EVENT_STORE_URL' },
    };
  } finally {
    await eventStore.close();
    standIn?.stop();
  }
}

async function fill(eventStore: EventStore<ClearcutEvent>): Promise<void> {
  const others = OTHERS / RARE;
  for (let [n, appended] = [0, 0]; n < RARE; n++) {
    await eventStore.append(`team-${randomUUID()}`, 0, [eventOf(randomUUID())]);
    const until = Math.round((n + 1) * others);
    for (; appended < until; appended += EVENTS_IN_APPEND) {
      const size = Math.min(EVENTS_IN_APPEND, until - appended);
      await eventStore.append(
        `transaction-${randomUUID()}`,
        0,
        Array.from({ length: size }, () => eventOf(randomUUID())),
      );
    }
    appended = until;
  }
}

function eventOf(id: string): NewEvent<ClearcutEvent> {
  return {
    id,
    event: { type: 'TransactionDeleted', data: { transactionId: id } },
    metadata: {
      correlationId: id,
      causationId: id,
      actor: { kind: 'system', id: 'bench' },
      occurredAt: new Date().toISOString(),
    },
  };
}

async function milliseconds(
  eventStore: EventStore<ClearcutEvent>,
  categories: readonly string[] | undefined,
): Promise<number> {
  const started = performance.now();
  let from: Position | null = null;
  for (let isCaughtUp = false; !isCaughtUp;) {
    const options: ReadAllOptions = { from, ...(categories && { filter: { categories } }) };
    ({ position: from, caughtUp: isCaughtUp } = await eventStore.readAll(options));
  }
  return performance.now() - started;
}
