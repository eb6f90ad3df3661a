import { expect, test } from 'vitest';
import { rangeOf } from './range.ts';

const etag = '"abc"';

test.for([
  [undefined, 'all'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=19-10', 'all'],
  ['bytes=-', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=a-b', 'all'],
  ['lines=0-1', 'all'],
] as const)('of 100 bytes, %s is %j', ([range, expected]) => {
  expect(rangeOf({ range }, { bytes: 100, etag })).toEqual(expected);
});

test('ignores a range of another version of the file', () => {
  const range = 'bytes=10-19';
  expect(rangeOf({ range, 'if-range': etag }, { bytes: 100, etag })).toEqual({ start: 10, end: 19 });
  for (const other of ['"def"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    expect(rangeOf({ range, 'if-range': other }, { bytes: 100, etag })).toBe('all');
  }
});
