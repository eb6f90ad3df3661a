import { expect, test } from 'vitest';
import { shareAfterKey, shareAt } from './dividing-line.ts';

test('the line follows the pointer, and stays on the picture when the pointer leaves it', () => {
  const picture = { left: 100, width: 400 };
  expect([40, 100, 200, 500, 900].map((x) => shareAt(x, picture))).toEqual([0, 0, 25, 100, 100]);
});

const after = (key: string, share = 50) => shareAfterKey(share, key);

test('keys move the line like any slider, and no further than the edges', () => {
  expect(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'].map((key) => after(key))).toEqual([48, 48, 52, 52]);
  expect(['PageDown', 'PageUp', 'Home', 'End'].map((key) => after(key))).toEqual([40, 60, 0, 100]);
  expect([after('ArrowLeft', 1), after('PageUp', 95)]).toEqual([0, 100]);
  expect(after('Tab')).toBeUndefined();
});
