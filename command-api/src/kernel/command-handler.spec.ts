import type { EventStore, NewEvent, RecordedEvent } from '@clearcut/platform/event-store/port';
import { VersionConflictError } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from './aggregate.ts';
import { createCommandHandler, startingWith } from './command-handler.ts';

const transactionId = '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11';
const stream = `transaction-${transactionId}` as const;

function createLog() {
  const log = { events: [] as RecordedEvent<ClearcutEvent>[], read: 0 };
  function append(expectedVersion: number, events: readonly NewEvent<ClearcutEvent>[]) {
    if (log.events.length !== expectedVersion) throw new VersionConflictError(stream, expectedVersion);
    for (const event of events) {
      const version = log.events.length + 1;
      log.events.push({
        ...event,
        stream,
        version,
        position: String(version),
        recordedAt: new Date(0),
      });
    }
    return { outcome: 'appended', version: log.events.length } as const;
  }
  const eventStore = {
    append: async (_stream: string, version: number, events: readonly NewEvent<ClearcutEvent>[]) =>
      append(version, events),
    async readStream(_stream: string, fromVersion = 0) {
      const found = log.events.slice(fromVersion);
      log.read += found.length;
      return found;
    },
  } as unknown as EventStore<ClearcutEvent>;
  return Object.assign(log, { eventStore });
}

const handlerOn = (log: ReturnType<typeof createLog>) =>
  createCommandHandler<number, TransactionEvent>({
    eventStore: log.eventStore,
    category: 'transaction',
    owns: isTransactionEvent,
    aggregate: { initialState: 0, evolve: (count) => count + 1 },
  });

const countUpTo =
  (limit: number): Decision<number, TransactionEvent> =>
  (count) =>
    count < limit ? [{ type: 'TransactionDeleted', data: { transactionId } }] : [];

const contextOf = (commandId: string) => ({
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: { kind: 'system', id: 'test' } as const,
  now: new Date(0),
});

const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('a command reads the last event it knows and those after it, however long the stream is', async () => {
  const log = createLog();
  const handler = handlerOn(log);
  for (let n = 1; n <= 50; n += 1) await handler.handle(transactionId, countUpTo(n), contextOf(uuidOf(n)));
  log.read = 0;
  await handler.handle(transactionId, countUpTo(51), contextOf(uuidOf(51)));
  expect(log.read).toBeLessThanOrEqual(2);
  expect((await handler.load(transactionId)).state).toBe(51);
});

test('property: several processes on one stream always decide on all appended events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 2 }), { maxLength: 30 }), async (turns) => {
      const log = createLog();
      const handlers = [handlerOn(log), handlerOn(log), handlerOn(log)];
      for (const [n, turn] of turns.entries()) {
        const handled = await handlers[turn]?.handle(transactionId, countUpTo(n + 1), contextOf(uuidOf(n)));
        expect(handled).toMatchObject({ state: n + 1, version: n + 1 });
      }
    }),
  );
});

test('folds a log again after it was restored from a backup', async () => {
  const log = createLog();
  const handler = handlerOn(log);
  for (let n = 1; n <= 3; n += 1) await handler.handle(transactionId, countUpTo(n), contextOf(uuidOf(n)));
  log.events.splice(1);
  expect(await handler.load(transactionId)).toMatchObject({ state: 1, version: 1 });
  await handlerOn(log).handle(transactionId, countUpTo(9), contextOf(uuidOf(9)));
  await handlerOn(log).handle(transactionId, countUpTo(9), contextOf(uuidOf(10)));
  expect(await handler.load(transactionId)).toMatchObject({ state: 3, version: 3 });
});

test('runs work before the events once, and not for repeats or commands without effect', async () => {
  const log = createLog();
  const handler = handlerOn(log);
  let calls = 0;
  const beforeAppend = async (): Promise<void> => {
    calls += 1;
    if (calls === 1) await handlerOn(log).handle(transactionId, countUpTo(5), contextOf(uuidOf(90)));
  };
  const first = await handler.handle(transactionId, countUpTo(5), contextOf(uuidOf(1)), { beforeAppend });
  expect([first.version, calls]).toEqual([2, 1]);
  const repeat = await handler.handle(transactionId, countUpTo(5), contextOf(uuidOf(1)), { beforeAppend });
  const idle = await handler.handle(transactionId, countUpTo(0), contextOf(uuidOf(2)), { beforeAppend });
  expect([repeat.events, idle.events, calls]).toEqual([[], [], 1]);
});

test('a command that starts with a known state reads nothing, and decides again on the log after losing a race', async () => {
  const log = createLog();
  const handler = handlerOn(log);
  const known = await handler.handle(transactionId, countUpTo(1), contextOf(uuidOf(1)));
  const from = (seen: typeof known) => ({ load: startingWith(seen, () => handler.load(transactionId)) });
  log.read = 0;
  const second = await handler.handle(transactionId, countUpTo(2), contextOf(uuidOf(2)), from(known));
  expect([second.version, log.read]).toEqual([2, 0]);
  const late = await handler.handle(transactionId, countUpTo(3), contextOf(uuidOf(3)), from(known));
  expect(late).toMatchObject({ state: 3, version: 3 });
  const repeat = await handler.handle(transactionId, countUpTo(3), contextOf(uuidOf(3)), from(second));
  expect(repeat.events).toEqual([]);
  expect(log.events).toHaveLength(3);
});
