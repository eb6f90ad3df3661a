import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKey, keyDigest, makeKey, tailOf } from './key.ts';

test.for(['live', 'test'] as const)('a %s key is one word, names its mode and is recognised as a key', (mode) => {
  const key = makeKey(mode);
  expect(key).toMatch(new RegExp(`^cck_${mode}_[0-9A-Za-z]{36}$`));
  expect(isKey(key)).toBe(true);
  expect(keyDigest(key)).toHaveLength(32);
  expect(key.endsWith(tailOf(key))).toBe(true);
});

test('property: a key with one mistyped digit is invalid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 44 }), fc.constantFrom('0', 'A', 'z', '9'), (place, digit) => {
      const key = makeKey('live');
      fc.pre(key[place] !== digit);
      expect(isKey(key.slice(0, place) + digit + key.slice(place + 1))).toBe(false);
    }),
  );
});

test('the checksum stays the same across product versions', () => {
  expect(isKey(`cck_live_${'0'.repeat(30)}${'0'.repeat(6)}`)).toBe(false);
  expect(isKey(`cck_live_${'0'.repeat(30)}3RoTag`)).toBe(true);
});
