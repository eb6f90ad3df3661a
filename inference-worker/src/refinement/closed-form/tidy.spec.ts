import { expect, test } from 'vitest';
import { tidy } from './tidy.ts';

const size = { width: 200, height: 150 };

function matte(extra: (x: number, y: number) => number | undefined): Float32Array {
  return Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    return extra(x, y) ?? Math.min(1, Math.max(0, (50 - Math.hypot(x - 100, y - 75)) / 4 + 0.5));
  });
}

const within = (x: number, y: number, cx: number, cy: number, radius: number): boolean =>
  Math.hypot(x - cx, y - cy) < radius;

test('removes a veil that is attached to nothing', () => {
  const alpha = matte((x, y) => (within(x, y, 20, 20, 14) ? 0.4 : undefined));
  tidy(alpha, size);
  expect(alpha).toEqual(matte(() => undefined));
});

test('closes a shallow pinhole in the subject', () => {
  const alpha = matte((x, y) => (within(x, y, 100, 75, 1.5) ? 0.7 : undefined));
  tidy(alpha, size);
  expect(alpha).toEqual(matte(() => undefined));
});

test.for([
  ['a second subject', (x: number, y: number) => (within(x, y, 20, 20, 6) ? 0.9 : undefined)],
  ['a faint hair attached to the subject', (x: number, y: number) => (y === 75 && x > 145 ? 0.3 : undefined)],
  ['a hole', (x: number, y: number) => (within(x, y, 100, 75, 1.5) ? 0 : undefined)],
  ['a pane of glass', (x: number, y: number) => (within(x, y, 100, 75, 20) ? 0.7 : undefined)],
  ['a notch at the border of the picture', (x: number, y: number) => (y < 90 ? (y < 2 && x < 2 ? 0.8 : 1) : 0)],
] as const)('keeps %s', ([, extra]) => {
  const alpha = matte(extra);
  tidy(alpha, size);
  expect(alpha).toEqual(matte(extra));
});
