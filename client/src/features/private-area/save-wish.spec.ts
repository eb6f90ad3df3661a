import { afterEach, expect, test } from 'vitest';
import { removeStored, writeStored } from '../../lib/storage/storage.ts';
import { fulfilWish, rememberWish, renewWish, takeWish, wishedAt, wishedPicture } from './save-wish.ts';

afterEach(() => removeStored('resume-save'));

const NOW = Date.now();

test.each([
  ['at once', 0, { isFresh: true }],
  ['after a minute', 60_000, { isFresh: true }],
  ['later', 60_001, { isFresh: false }],
  ['from before it was recorded, by a clock set back', -1, { isFresh: true }],
])('an intended save that is taken %s', (_when, waited, wish) => {
  rememberWish('p', '/app/dashboard?resume=save', NOW);
  expect(takeWish('p', NOW + waited)).toEqual(wish);
});

test('an intended save counts once, and only for its own picture', () => {
  expect(takeWish('p')).toBeUndefined();
  rememberWish('p', '/app/dashboard?resume=save');
  expect(takeWish('q')).toBeUndefined();
  expect(takeWish('p')).toBeUndefined();
});

test('an id stored alone by an older version resumes no save', () => {
  writeStored('resume-save', 'p');
  expect(takeWish('p')).toBeUndefined();
});

test('a renewed intended save lasts until the mailed link expires', () => {
  rememberWish('p', '/app/editor?image=p', NOW - 120_000);
  renewWish(NOW + 600_000);
  expect(takeWish('p', NOW + 660_000)).toEqual({ isFresh: true });
});

test('an intended save names its picture where it resumes, and stays', () => {
  expect(wishedPicture('/app/dashboard?resume=save')).toBeUndefined();
  rememberWish('p', '/app/dashboard?resume=save');
  expect(wishedPicture('/app/editor?image=q&resume=save')).toBeUndefined();
  expect(wishedPicture('/app/dashboard?resume=save')).toBe('p');
  expect(takeWish('p')).toBeDefined();
});

test('a saved picture completes only its own intended save', () => {
  rememberWish('p', '/app/editor?image=p');
  fulfilWish('q');
  expect(wishedAt()).toBe('/app/editor?image=p');
  fulfilWish('p');
  expect(wishedAt()).toBeUndefined();
});

test.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])(
  'an intended save does not lead to %s',
  (path) => {
    rememberWish('p', path);
    expect(wishedAt()).toBeUndefined();
  },
);
