import { UnprocessableMessageError, type Outcome } from '@clearcut/platform/message-bus/port';
import { expect, test, vi } from 'vitest';
import type { TopicUnderTest } from '../topic-under-test.ts';

export function failureSuite(here: TopicUnderTest): void {
  const { collect, consume, settled } = here;

  test('a failing message is retried, then becomes a dead letter and notifies its publisher once', async () => {
    const effects = collect(`${here.topic}-effects`);
    const attempts: number[] = [];
    const giveUp = vi.fn((_message: { id: string; body: unknown }, reason: string): Outcome => ({
      publish: [{ topic: `${here.topic}-effects`, messages: [{ id: `failed because ${reason}`, body: 0 }] }],
    }));
    await here.bus.publish(here.topic, [{ id: 'poison', body: { n: 7 } }]);
    const poisoned = consume(
      async ({ attempt }) => {
        attempts.push(attempt);
        throw new Error(`broken ${attempt}`);
      },
      { maxAttempts: 3, onDead: giveUp },
    );
    await vi.waitUntil(() => effects.length > 0, 30_000);
    await poisoned.stop();
    expect(attempts).toEqual([1, 2, 3]);
    expect(effects).toEqual(['failed because broken 3']);
    expect(giveUp.mock.calls).toEqual([[{ id: 'poison', body: { n: 7 } }, 'broken 3']]);
    expect(await here.bus.depth(here.topic)).toBe(0);
    expect(await here.bus.deadLetters(here.topic)).toEqual([
      {
        topic: here.topic,
        id: 'poison',
        body: { n: 7 },
        attempts: 3,
        error: 'broken 3',
        diedAt: expect.any(Date) as Date,
      },
    ]);
    expect((await here.bus.deadLetters()).map(({ id }) => id)).toContain('poison');
    expect([
      await here.bus.deadLetterCount(here.topic),
      await here.bus.deadLetterCount(`${here.topic}-effects`),
    ]).toEqual([1, 0]);
  });

  test('no attempt counts while a required store is unreachable, and a message survives any outage', async () => {
    const attempts: number[] = [];
    await here.bus.publish(here.topic, [{ id: 'sound', body: 0 }]);
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    consume(
      async ({ attempt }) => {
        if (attempts.push(attempt) < 5) throw new Error('The picture cannot be read', { cause: refused });
        return {};
      },
      { maxAttempts: 2 },
    );
    await settled();
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
    expect(await here.bus.deadLetters(here.topic)).toEqual([]);
  });

  test.for(['ENOSPC', 'EDQUOT', '53100'])('no attempt counts while a store is full (%s)', async (code) => {
    const attempts: number[] = [];
    await here.bus.publish(here.topic, [{ id: 'sound', body: 0 }]);
    const full = Object.assign(new Error('no space left on device'), { code });
    consume(
      async ({ attempt }) => {
        if (attempts.push(attempt) < 4) throw new Error('The matte cannot be stored', { cause: full });
        return {};
      },
      { maxAttempts: 2 },
    );
    await settled();
    expect(attempts).toEqual([1, 1, 1, 1]);
    expect(await here.bus.deadLetters(here.topic)).toEqual([]);
  });

  test('a failing message does not hold up the next', async () => {
    await here.bus.publish(here.topic, [
      { id: 'poison', body: 0 },
      { id: 'sound', body: 0 },
    ]);
    const sound = Promise.withResolvers<number>();
    let failures = 0;
    consume(async ({ id }) => {
      if (id === 'poison' && ++failures < 3) throw new Error('broken');
      sound.resolve(failures);
      return {};
    });
    expect(await sound.promise).toBe(1);
    await settled();
  });

  test('a message that cannot succeed is dead at once and starts afresh when redriven', async () => {
    const attempts: number[] = [];
    let mended = false;
    await here.bus.publish(here.topic, [{ id: 'odd', body: 0 }]);
    consume(async ({ attempt }) => {
      attempts.push(attempt);
      if (!mended) throw new UnprocessableMessageError('no such picture');
      return {};
    });
    await vi.waitUntil(async () => (await here.bus.deadLetters(here.topic)).length === 1, 30_000);
    expect(attempts).toEqual([1]);
    // A dead letter is remembered: only the redrive revives it, not publishing again.
    await here.bus.publish(here.topic, [{ id: 'odd', body: 0 }]);
    await settled();

    mended = true;
    expect(await here.bus.redrive(here.topic, 'odd')).toBe(true);
    await vi.waitUntil(() => attempts.length === 2, 30_000);
    await settled();
    expect(attempts).toEqual([1, 1]);
    expect(await here.bus.deadLetters(here.topic)).toEqual([]);
    expect(await here.bus.redrive(here.topic, 'odd')).toBe(false);
    expect(await here.bus.redrive(here.topic, 'never published')).toBe(false);
  });

  test('an onDead that throws loses no dead letter', async () => {
    await here.bus.publish(here.topic, [{ id: 'poison', body: 0 }]);
    consume(() => Promise.reject(new UnprocessableMessageError('broken')), {
      onDead: () => {
        throw new Error('wrong again');
      },
    });
    await vi.waitUntil(async () => (await here.bus.deadLetters(here.topic)).length === 1, 30_000);
    const [letter] = await here.bus.deadLetters(here.topic);
    expect(letter?.error).toContain('broken');
    expect(letter?.error).toContain('wrong again');
  });
}
