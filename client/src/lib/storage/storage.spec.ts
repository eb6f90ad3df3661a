import { afterEach, expect, test } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

// Node has no localStorage here, which tests the fallback.
afterEach(() => removeStored('client-id'));

test('keeps a value until it is removed', () => {
  writeStored('client-id', 'es');
  expect(readStored('client-id')).toBe('es');
  removeStored('client-id');
  expect(readStored('client-id')).toBeUndefined();
});

test('a value with minutes to live is gone once they have passed', () => {
  writeStored('client-id', 'es', { minutes: 10, now: 0 });
  expect(readStored('client-id', 599_999)).toBe('es');
  expect(readStored('client-id', 600_000)).toBeUndefined();
  expect(readStored('client-id', 0)).toBeUndefined();
});
