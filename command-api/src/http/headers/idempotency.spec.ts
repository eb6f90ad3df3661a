import { expect, test } from 'vitest';
import { idempotencyKeyOf } from './idempotency.ts';
import { preferredWaitMs } from './prefer.ts';

const keyOf = (value: string) => idempotencyKeyOf({ headers: { 'idempotency-key': value } });

test.for([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
  ['"abc', '"abc'],
  ['a b', 'a b'],
] as const)('%s means the key %s', ([given, key]) => {
  expect(keyOf(given)).toBe(key);
});

test.for(['', '""', 'ü', 'a'.repeat(256)])('%j is not a valid key', (given) => {
  expect(() => keyOf(given)).toThrow(/1 to 255/);
});

test.for([
  [undefined, 7, undefined],
  ['wait=3', 3_000, 'wait=3'],
  ['respond-async, wait=20', 20_000, 'wait=20'],
  ['handling=lenient; wait="900"', 55_000, 'wait=55'],
  ['respond-async', 0, 'respond-async'],
  ['wait=soon', 7, undefined],
] as const)('Prefer: %s waits for %i ms', ([prefer, ms, applied]) => {
  const said = new Map<string, unknown>();
  const reply = { header: (name: string, value: unknown) => said.set(name, value) } as never;
  const headers = prefer === undefined ? {} : { prefer };
  expect(preferredWaitMs({ headers }, reply, { without: 7 })).toBe(ms);
  expect(said.get('preference-applied')).toBe(applied);
});
