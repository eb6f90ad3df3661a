import { expect, test } from 'vitest';
import { shareSlots } from './worker-slots.ts';

const { signal } = new AbortController();

function bench() {
  const happened: string[] = [];
  const slots = ['a', 'b'].map((name) => ({
    name,
    async rest() {
      happened.push(`${name} rests`);
    },
  }));
  const share = shareSlots(slots, 10);
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const work = (picture: string, pixels: number, given = signal): Promise<string> => {
    const gate = Promise.withResolvers<string>();
    gates.set(picture, gate);
    return share({ picture, pixels }, given, ({ name }) => {
      happened.push(`${picture} at ${name}`);
      return gate.promise;
    });
  };
  const end = async (picture: string, promise: Promise<string>): Promise<void> => {
    gates.get(picture)?.resolve(picture);
    expect(await promise).toBe(picture);
    await settled();
  };
  return { happened, work, end, gates };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('uses all worker slots at once, in the order of requests, and continues after a failure', async () => {
  const { happened, work, end, gates } = bench();
  const [one, two, three] = [work('one', 3), work('two', 3), work('three', 3)];
  await settled();
  expect(happened).toEqual(['one at a', 'two at b']);
  gates.get('two')?.reject(new Error('it failed'));
  await expect(two).rejects.toThrow('it failed');
  await settled();
  expect(happened).toEqual(['one at a', 'two at b', 'three at b']);
  await end('one', one);
  await end('three', three);
});

test('processes pictures that are too large together one after the other, and none overtakes', async () => {
  const { happened, work, end } = bench();
  const [one, large, small] = [work('one', 4), work('large', 7), work('small', 1)];
  await settled();
  expect(happened).toEqual(['one at a']);
  await end('one', one);
  expect(happened).toEqual(['one at a', 'large at a', 'small at b']);
  await end('large', large);
  await end('small', small);
});

test('processes a picture that leaves no room alone, while the other slots rest', async () => {
  const { happened, work, end } = bench();
  const one = work('one', 2);
  const huge = work('huge', 11);
  const after = work('after', 1);
  await settled();
  await end('one', one);
  expect(happened).toEqual(['one at a', 'b rests', 'huge at a']);
  await end('huge', huge);
  await end('after', after);
});

test('a picture returns to the slot that had it, with others in between', async () => {
  const { happened, work, end } = bench();
  const [one, two] = [work('one', 1), work('two', 1)];
  await settled();
  await end('two', two);
  const three = work('three', 1);
  await settled();
  await end('three', three);
  await end('one', one);
  const again = work('two', 1);
  await settled();
  expect(happened).toEqual(['one at a', 'two at b', 'three at b', 'two at b']);
  await end('two', again);
});

test('a picture returns to the slot that had it last', async () => {
  const { happened, work, end } = bench();
  const [one, two] = [work('one', 1), work('two', 1)];
  await settled();
  await end('one', one);
  await end('two', two);
  const again = work('two', 1);
  await settled();
  expect(happened).toEqual(['one at a', 'two at b', 'two at b']);
  await end('two', again);
});

test('work aborted while waiting never begins', async () => {
  const { happened, work, end } = bench();
  const [one, two] = [work('one', 1), work('two', 1)];
  const givenUp = new AbortController();
  const three = expect(work('three', 1, givenUp.signal)).rejects.toThrow('stopping');
  givenUp.abort(new Error('stopping'));
  await settled();
  await end('one', one);
  await three;
  await end('two', two);
  expect(happened).toEqual(['one at a', 'two at b']);
});
