import { afterEach, expect, test, vi } from 'vitest';
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

test('regression: a value that a full storage refused was forgotten at once', () => {
  const stored = new Map([['cookie-consent', '{"value":"necessary"}']]);
  let isFull = true;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      stored.set(key, text);
    },
  });
  writeStored('client-id', 'me');
  writeStored('cookie-consent', 'all');
  expect([readStored('client-id'), readStored('cookie-consent')]).toEqual(['me', 'all']);
  isFull = false;
  writeStored('cookie-consent', 'necessary');
  stored.set('cookie-consent', '{"value":"all"}');
  expect(readStored('cookie-consent')).toBe('all');
  vi.unstubAllGlobals();
});
