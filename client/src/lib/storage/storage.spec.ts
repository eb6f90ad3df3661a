import { afterEach, expect, test } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

// Node has no localStorage here, so this runs the path of a browser that blocks it.
afterEach(() => removeStored('language'));

test('a value is kept until it is removed', () => {
  writeStored('language', 'es');
  expect(readStored('language')).toBe('es');
  removeStored('language');
  expect(readStored('language')).toBeUndefined();
});

test('a value with minutes to live is gone when they are over', () => {
  writeStored('language', 'es', { minutes: 10, now: 0 });
  expect(readStored('language', 599_999)).toBe('es');
  expect(readStored('language', 600_000)).toBeUndefined();
  expect(readStored('language', 0)).toBeUndefined();
});
