import { expect, test } from 'vitest';
import { selectSubject } from './select-subject.ts';

/** Digits are tenths of alpha; # is 1. */
function matteOf(rows: readonly string[]) {
  const values = rows.flatMap((row) => Array.from(row, (digit) => (digit === '#' ? 1 : Number(digit) / 10)));
  return { matte: Float32Array.from(values), size: { width: rows[0]!.length, height: rows.length } };
}

const rowsOf = (matte: Float32Array, width: number): string[] =>
  Array.from({ length: matte.length / width }, (_, y) =>
    Array.from(matte.subarray(y * width, (y + 1) * width), (alpha) =>
      alpha === 1 ? '#' : String(Math.round(alpha * 10)),
    ).join(''),
  );

const two = matteOf(['0000000000', '02##3003#2', '02##3003#2', '0000000000']);

test('keeps the subject at the point with its soft edge, and nothing of the other', () => {
  const kept = selectSubject(two.matte, two.size, { x: 2, y: 1 });
  expect(rowsOf(kept!, two.size.width)).toEqual(['0000000000', '02##300000', '02##300000', '0000000000']);
});

test('soft pixels between two subjects go to the nearer one', () => {
  const { matte, size } = matteOf(['##4443##', '00000000']);
  expect(rowsOf(selectSubject(matte, size, { x: 0, y: 0 })!, size.width)[0]).toBe('##440000');
  expect(rowsOf(selectSubject(matte, size, { x: 7, y: 0 })!, size.width)[0]).toBe('000043##');
});

test('a click just beside a subject selects it', () => {
  const wide = matteOf(Array.from({ length: 50 }, () => `${'0'.repeat(20)}##${'0'.repeat(28)}`));
  expect(selectSubject(wide.matte, wide.size, { x: 18.5, y: 25 })).toEqual(wide.matte);
});

test('a click on nothing finds nothing', () => {
  const empty = matteOf(Array.from({ length: 50 }, () => `${'0'.repeat(20)}4#${'0'.repeat(28)}`));
  expect(selectSubject(empty.matte, empty.size, { x: 40, y: 25 })).toBeUndefined();
});
