import type { EventStore, NewEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../http/message.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import { createStaffLog } from './staff-log.ts';

const staffOf = (userId: string) => ({ subject: { userId } }) as MemberRequester;
const request = { id: 'a1f6c0de-0000-4000-8000-00000000000f' } as HttpRequest;
const [ann, bob] = [staffOf('a1f6c0de-0000-4000-8000-000000000001'), staffOf('a1f6c0de-0000-4000-8000-000000000002')];
const PICTURE = '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11';

function streamsOfOne() {
  const streams = new Map<string, NewEvent<ClearcutEvent>>();
  const eventStore = {
    append: (stream: string, _version: number, [event]: readonly NewEvent<ClearcutEvent>[]) => {
      if (event !== undefined && !streams.has(stream)) streams.set(stream, event);
      return Promise.resolve({ outcome: 'appended', version: 1 });
    },
  } as unknown as EventStore<ClearcutEvent>;
  return { eventStore, streams };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const at = (time: string) => vi.setSystemTime(new Date(`2026-01-01T${time}Z`));

test("logs a staff member's reads once an hour for each thing read", async () => {
  const { eventStore, streams } = streamsOfOne();
  const log = createStaffLog(eventStore, { digest: () => Buffer.alloc(32) });
  const look = (requester: MemberRequester, action: 'open-picture' | 'open-ledger' = 'open-picture') =>
    log.looked({ action, target: PICTURE }, { requester, request });
  at('10:40:00');
  await look(ann);
  await look(ann);
  expect(streams.size).toBe(1);
  await look(bob);
  await look(ann, 'open-ledger');
  expect(streams.size).toBe(3);
  at('11:00:00');
  await look(ann);
  expect(streams.size).toBe(4);
});

test('regression: a repeated command has one line, each other act its own', async () => {
  const { eventStore, streams } = streamsOfOne();
  const log = createStaffLog(eventStore, { digest: () => Buffer.alloc(32) });
  const adjust = (requester: MemberRequester, commandId?: string) =>
    log.acted({ action: 'adjust-credits', target: PICTURE, ...(commandId && { commandId }) }, { requester, request });
  await adjust(ann, 'first');
  await adjust(ann, 'first');
  expect(streams.size).toBe(1);
  await adjust(ann, 'second');
  await adjust(bob, 'first');
  expect(streams.size).toBe(3);
  await adjust(ann);
  await adjust(ann);
  expect(streams.size).toBe(5);
});
