import type { OutgoingMessage } from '@clearcut/platform/message-bus/port';
import { expect, test, vi } from 'vitest';
import type { TopicUnderTest } from '../topic-under-test.ts';

const ofGroup = (group: string, count: number, priority = 0): OutgoingMessage[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${group}${n}`, body: 0, priority, group }));
const idsOf = (messages: readonly OutgoingMessage[]): string[] => messages.map(({ id }) => id);

/** Priorities, and the turns of groups at one priority. */
export function orderSuite(here: TopicUnderTest): void {
  const { consume, settled } = here;

  /** A consumer of one message at a time, held at its first until `resume`; `served` lists the others. */
  async function holdConsumer(): Promise<{ served: string[]; resume: () => Promise<void> }> {
    const served: string[] = [];
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await here.bus.publish(here.topic, [{ id: 'first', body: 0, priority: -2 }]);
    consume(async ({ id }) => {
      if (id !== 'first') served.push(id);
      else {
        entered.resolve();
        await released.promise;
      }
      return {};
    });
    await entered.promise;
    return { served, resume: () => (released.resolve(), settled()) };
  }

  async function allWait(messages: readonly OutgoingMessage[]): Promise<void> {
    for (const { id } of messages) {
      await vi.waitUntil(async () => (await here.bus.ahead(here.topic, id, 1)) !== undefined, 60_000);
    }
  }

  test('serves lower priorities first, and each priority in the order of publishing', async () => {
    await here.bus.publish(here.topic, [
      { id: 'z-late', body: 0, priority: 1 },
      { id: 'y-first', body: 0 },
      { id: 'a-second', body: 0 },
    ]);
    await here.bus.publish(here.topic, [
      { id: 'm-urgent', body: 0, priority: -1 },
      { id: 'b-third', body: 0 },
      { id: 'a-later', body: 0, priority: 1 },
    ]);
    const served: string[] = [];
    consume(async ({ id }) => (served.push(id), {}));
    await settled();
    expect(served).toEqual(['m-urgent', 'y-first', 'a-second', 'b-third', 'z-late', 'a-later']);
  });

  test('counts waiting messages by priority, most urgent first, with the age of the oldest', async () => {
    expect(await here.bus.waiting(here.topic)).toEqual([]);
    const { resume } = await holdConsumer();
    const messages = [...ofGroup('a', 2, 2), ...ofGroup('b', 1)];
    await here.bus.publish(here.topic, messages);
    await allWait(messages);
    const waiting = await here.bus.waiting(here.topic);
    expect(waiting.map(({ priority, count }) => [priority, count])).toEqual([
      [-2, 1],
      [0, 1],
      [2, 2],
    ]);
    for (const { oldestSeconds } of waiting) expect(oldestSeconds).toBeGreaterThanOrEqual(0);
    expect(waiting[0]?.oldestSeconds).toBeGreaterThanOrEqual(waiting[1]?.oldestSeconds ?? Infinity);
    await resume();
    expect(await here.bus.waiting(here.topic)).toEqual([]);
  });

  test('a person with few jobs does not wait for all the jobs of an earlier person', async () => {
    const [many, few] = [ofGroup('many', 30), ofGroup('few', 3)];
    const { served, resume } = await holdConsumer();
    for (const message of many) await here.bus.publish(here.topic, [message]);
    await here.bus.publish(here.topic, few);
    await allWait([...many, ...few]);
    await resume();
    expect(served.slice(0, 7)).toEqual(expect.arrayContaining(idsOf(few)));
    // Nothing is lost or duplicated, and each group keeps its order.
    expect(served.filter((id) => id.startsWith('many'))).toEqual(idsOf(many));
    expect(served.filter((id) => id.startsWith('few'))).toEqual(idsOf(few));
    expect(served).toHaveLength(33);
  });

  test('groups take turns within the messages of one call, too', async () => {
    const messages = [...ofGroup('a', 20), ...ofGroup('b', 2), ...ofGroup('c', 2)];
    const { served, resume } = await holdConsumer();
    await here.bus.publish(here.topic, messages);
    await allWait(messages);
    await resume();
    expect(served.slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1']);
    expect(served).toHaveLength(24);
  });

  test('no group overtakes a priority', async () => {
    const [late, early] = [ofGroup('late', 5, 1), ofGroup('early', 10)];
    const { served, resume } = await holdConsumer();
    await here.bus.publish(here.topic, late);
    await here.bus.publish(here.topic, early);
    await allWait([...late, ...early]);
    await resume();
    expect(served).toEqual([...idsOf(early), ...idsOf(late)]);
  });

  test('an absent group gains no turns by its absence', async () => {
    const [before, back] = [ofGroup('before', 40), ofGroup('back', 9)];
    await here.bus.publish(here.topic, before);
    const served: string[] = [];
    const resume = Promise.withResolvers<void>();
    consume(async ({ id }) => {
      if (served.push(id) === 30) await resume.promise;
      return {};
    });
    await vi.waitUntil(() => served.length === 30, 60_000);
    await here.bus.publish(here.topic, back);
    await allWait(back);
    resume.resolve();
    await settled();
    expect(served.slice(30, 36)).toEqual(['before30', 'back0', 'before31', 'back1', 'before32', 'back2']);
    expect(served).toHaveLength(49);
  });

  test('messages without a group run before grouped ones and do not affect their turns', async () => {
    const { served, resume } = await holdConsumer();
    const [many, few] = [ofGroup('many', 5), ofGroup('few', 2)];
    await here.bus.publish(here.topic, many);
    await here.bus.publish(here.topic, [{ id: 'alone', body: 0 }, ...few, { id: 'alone too', body: 0 }]);
    await allWait([...many, ...few, { id: 'alone', body: 0 }, { id: 'alone too', body: 0 }]);
    await resume();
    const inTurns = ['many0', 'few0', 'many1', 'few1', 'many2', 'many3', 'many4'];
    expect(served).toEqual(['alone', 'alone too', ...inTurns]);
  });

  test('reports how many messages are ahead of a waiting one', async () => {
    const waiting = [...ofGroup('a', 5), ...ofGroup('b', 2), { id: 'urgent', body: 0, priority: -1 }];
    const { resume } = await holdConsumer();
    await here.bus.publish(here.topic, waiting);
    await allWait(waiting);
    // `b0` comes after the message in progress, the urgent one, and the first of `a`.
    const places = ['first', 'urgent', 'a0', 'b0', 'a1', 'b1', 'a4'].map((id) => here.bus.ahead(here.topic, id, 100));
    expect(await Promise.all(places)).toEqual([undefined, 1, 2, 3, 4, 5, 8]);
    expect(await here.bus.ahead(here.topic, 'a4', 3)).toBe(3);
    expect(await here.bus.ahead(here.topic, 'never published', 100)).toBeUndefined();
    await resume();
    expect(await here.bus.ahead(here.topic, 'a4', 100)).toBeUndefined();
  });

  test('an expedited message overtakes its old priority and takes turns at the new one', async () => {
    const { served, resume } = await holdConsumer();
    const [slow, other, quick] = [ofGroup('a', 4, 2), ofGroup('b', 2, 2), ofGroup('c', 2, 0)];
    const own = { id: 'own', body: 0, priority: 0, group: 'a' };
    await here.bus.publish(here.topic, [...slow, ...other, ...quick, own]);
    await allWait([...slow, ...other, ...quick, own]);
    const raisePriority = (id: string, priority: number) => here.bus.raisePriority(here.topic, id, priority);
    expect([await raisePriority('a3', 0), await raisePriority('b0', 3), await raisePriority('first', -9)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await raisePriority('never published', 0)).toBe(false);
    await resume();
    // `a` already has a message there: the raised one has its second turn, for which it was published before `c1`.
    expect(served).toEqual(['c0', 'own', 'a3', 'c1', 'a0', 'b0', 'a1', 'b1', 'a2']);
  });
}
