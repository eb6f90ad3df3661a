import { afterEach, expect, test } from 'vitest';
import { removeStored, writeStored } from '../../lib/storage/storage.ts';
import { rememberWish, takeWish } from './resume.ts';

afterEach(() => removeStored('resume-save'));

const NOW = Date.now();

test.each([
  ['at once', 0, { isFresh: true }],
  ['after a minute', 60_000, { isFresh: true }],
  ['later', 60_001, { isFresh: false }],
  ['before it was given, by a clock that was set back', -1, { isFresh: true }],
])('a wish that is taken %s', (_when, waited, wish) => {
  rememberWish('p', NOW);
  expect(takeWish('p', NOW + waited)).toEqual(wish);
});

test('a wish counts once, and for its own picture alone', () => {
  expect(takeWish('p')).toBeUndefined();
  rememberWish('p');
  expect(takeWish('q')).toBeUndefined();
  expect(takeWish('p')).toBeUndefined();
});

test('what an older version remembered, which was the id alone, is no wish', () => {
  writeStored('resume-save', 'p');
  expect(takeWish('p')).toBeUndefined();
});
