import { expect, test } from 'vitest';
import { digestOf, findTwice } from './find-twice.ts';

const file = (name: string, text: string): File => new File([text], name);
const names = (files: readonly File[]): string[] => files.map(({ name }) => name);

test('finds the same bytes under another name, and no others of the same size', async () => {
  const chosen = [file('a.png', 'cat'), file('b.png', 'dog'), file('copy of a.png', 'cat'), file('c.png', 'mouse')];
  const { first, twice } = await findTwice(chosen, []);
  expect([names(first), names(twice)]).toEqual([['a.png', 'b.png', 'c.png'], ['copy of a.png']]);
});

test('compares by digest with files that the server has', async () => {
  const known = (await digestOf(file('old.png', 'cat'))) ?? expect.fail('This platform has no digests');
  const taken = [{ bytes: 3, digest: known, file: () => Promise.reject(new Error('Read without need')) }];
  const { first, twice } = await findTwice([file('a.png', 'cat'), file('b.png', 'dog')], taken);
  expect([names(first), names(twice)]).toEqual([['b.png'], ['a.png']]);
});

test('compares with the list, except for files that the browser no longer has', async () => {
  const taken = [
    { bytes: 3, file: () => Promise.resolve(file('old.png', 'cat')) },
    { bytes: 5, file: () => Promise.resolve(undefined) },
    {
      bytes: 9,
      file: () => Promise.reject(new Error('Read without need')),
    },
  ];
  const { first, twice } = await findTwice([file('a.png', 'cat'), file('b.png', 'mouse')], taken);
  expect([names(first), names(twice)]).toEqual([['b.png'], ['a.png']]);
});
