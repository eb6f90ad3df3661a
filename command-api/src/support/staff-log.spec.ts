import type { EventStore, NewEvent, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../http/message.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import { createStaffLog } from './staff-log.ts';

const staffOf = (userId: string) => ({ subject: { userId } }) as MemberRequester;
const request = { id: 'a1f6c0de-0000-4000-8000-00000000000f' } as HttpRequest;
const [ann, bob] = [staffOf('a1f6c0de-0000-4000-8000-000000000001'), staffOf('a1f6c0de-0000-4000-8000-000000000002')];
const PICTURE = '3d813cbb-47fb-4a8b-9a3b-2c2f7a0e5d11';

/** Streams of one event, as the staff log writes them: a repeat of an event is none. */
function streamsOfOne() {
  const streams = new Map<string, NewEvent<ClearcutEvent>>();
  const eventStore = {
    append: (stream: string, _version: number, [event]: readonly NewEvent<ClearcutEvent>[]) => {
      if (event !== undefined && !streams.has(stream)) streams.set(stream, event);
      return Promise.resolve({ outcome: 'appended', version: 1 });
    },
    readStream: (stream: string) => {
      const event = streams.get(stream);
      return Promise.resolve(event === undefined ? [] : [event as RecordedEvent<ClearcutEvent>]);
    },
  } as unknown as EventStore<ClearcutEvent>;
  return { eventStore, streams };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const at = (time: string) => vi.setSystemTime(new Date(`2026-01-01T${time}Z`));

test('a look holds for an hour, over the hour of the clock too, for the one who looked and the thing that was looked at', async () => {
  const log = createStaffLog(streamsOfOne().eventStore, { digest: () => Buffer.alloc(32) });
  at('10:40:00');
  await log.looked({ action: 'open-picture', target: PICTURE, reason: 'Asked' }, { requester: ann, request });
  expect(await log.hasLooked('open-picture', PICTURE, ann)).toBe(true);
  expect(await log.hasLooked('open-picture', PICTURE, bob)).toBe(false);
  expect(await log.hasLooked('open-picture', bob.subject.userId, ann)).toBe(false);
  expect(await log.hasLooked('open-ledger', PICTURE, ann)).toBe(false);
  at('11:39:59');
  expect(await log.hasLooked('open-picture', PICTURE, ann)).toBe(true);
  at('11:40:00');
  expect(await log.hasLooked('open-picture', PICTURE, ann)).toBe(false);
});

test('a look can always be had again once the one before has ended', async () => {
  const { eventStore, streams } = streamsOfOne();
  const log = createStaffLog(eventStore, { digest: () => Buffer.alloc(32) });
  for (const time of ['10:00:00', '10:59:59', '11:00:00', '11:59:59', '12:05:00']) {
    at(time);
    if (!(await log.hasLooked('open-picture', PICTURE, ann))) {
      await log.looked({ action: 'open-picture', target: PICTURE, reason: 'Asked' }, { requester: ann, request });
    }
    expect(await log.hasLooked('open-picture', PICTURE, ann), time).toBe(true);
  }
  expect(streams.size).toBe(3);
});
