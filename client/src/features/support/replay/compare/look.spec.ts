import { expect, test } from 'vitest';
import { afterDrag, afterKey } from './look.ts';

const size = { width: 400, height: 200 };
const look = { scale: 8, x: 0.5, y: 0.5 };

test('a drag moves the middle against the pointer, and never beyond the picture', () => {
  expect(afterDrag(look, size, 320, -160)).toEqual({ scale: 8, x: 0.4, y: 0.6 });
  expect(afterDrag(look, size, 1e6, 1e6)).toEqual({ scale: 8, x: 0, y: 0 });
});

test('the whole picture stays where it is', () => {
  const whole = { ...look, scale: null };
  expect(afterDrag(whole, size, 50, 50)).toEqual(whole);
  expect(afterKey(whole, 'ArrowLeft')).toBeUndefined();
});

test('arrow keys move the middle, other keys do nothing', () => {
  expect(afterKey(look, 'ArrowRight')?.x).toBeGreaterThan(look.x);
  expect(afterKey(look, 'ArrowUp')?.y).toBeLessThan(look.y);
  expect(afterKey({ ...look, x: 1 }, 'ArrowRight')?.x).toBe(1);
  expect(afterKey(look, 'a')).toBeUndefined();
});
