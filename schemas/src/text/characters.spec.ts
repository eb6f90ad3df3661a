import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cut,
  findUnstorable,
  hasInk,
  isLine,
  isStorable,
  mapTexts,
  toLine,
  toStorable,
  visibleLength,
} from './characters.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))),
});

test('any text becomes storable, and a storable one is unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isStorable(toStorable(text))).toBe(true);
      if (isStorable(text)) expect(toStorable(text)).toBe(text);
    }),
  );
});

test.for([
  ['NUL', 'a\0b', 'a\ufffdb'],
  ['an escape', 'a\u001b[31mb', 'a\ufffd[31mb'],
  ['a C1 control', 'a\u0085b', 'a\ufffdb'],
  ['half an emoji', 'a\ud83db', 'a\ufffdb'],
  ['a Windows line end', 'a\r\nb', 'a\nb'],
  ['newline and tab', 'a\n\tb', 'a\n\tb'],
  ['an emoji', 'a👩‍🚀b', 'a👩‍🚀b'],
] as const)('%s is stored in a storable form', ([, text, stored]) => {
  expect(toStorable(text)).toBe(stored);
});

test('makes all texts of a value storable, keys included', () => {
  fc.assert(
    fc.property(fc.object({ key: anyText, values: [anyText, fc.integer(), fc.constant(null)] }), (value) => {
      expect(findUnstorable(mapTexts(value, toStorable))).toBeUndefined();
    }),
  );
});

test('does not copy a value whose texts are storable', () => {
  const value = { a: ['b', { c: 'd' }], at: new Date(0) };
  expect(mapTexts(value, toStorable)).toBe(value);
});

test('finds the first text that cannot be stored by its path', () => {
  expect(findUnstorable({ a: 'b', c: [{ d: 'e' }, { f: 'g\0' }] })).toEqual(['c', '1', 'f']);
  expect(findUnstorable({ a: { 'b\0': 1 } })).toEqual(['a']);
  expect(findUnstorable({ a: ['b', 1, null] })).toBeUndefined();
});

test.for(['a\nb', 'a\tb', 'a\u2028b', 'a\u2029b', 'a\0b', 'a\u202eb', 'a\u2066b', 'a\ud83d'])(
  'a line leaves out %j',
  (text) => {
    expect(isLine(text)).toBe(false);
    expect(isLine(toLine(text))).toBe(true);
  },
);

test.for([
  ['Two reports', 11],
  ['  two   reports\n', 11],
  ['\u200b'.repeat(30), 0],
  ['\u2800\u3164\u00ad\u034f\ufe0f\u{e0061}', 0],
  ['\u0301\u0301\u0301', 0],
  ['a\u0301b', 2],
  ['👩‍🚀', 1],
  ['नमस्ते', 3],
  ['a \u200b \u200b b', 3],
  [' \u00a0\u3000', 0],
] as const)('%j has %i characters as a reader counts them', ([text, length]) => {
  expect(visibleLength(text)).toBe(length);
  expect(hasInk(text)).toBe(length > 0);
});

test('cuts a text before an emoji, not within it', () => {
  expect(cut('ab👩', 3)).toBe('ab');
  expect(cut('ab👩', 4)).toBe('ab👩');
  expect(cut('abc', 2)).toBe('ab');
});
