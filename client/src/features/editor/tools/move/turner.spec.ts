import { expect, test } from 'vitest';
import { turnerOf } from './turner.ts';

const stage = { width: 200, height: 200 };

test('the rotation handle keeps its distance from the upper edge at any angle', () => {
  const straight = turnerOf(
    [
      { x: 10, y: 60 },
      { x: 50, y: 60 },
      { x: 50, y: 120 },
      { x: 10, y: 120 },
    ],
    stage,
  );
  expect(straight).toEqual({ foot: { x: 30, y: 60 }, turner: { x: 30, y: 32 } });
  const onItsSide = turnerOf(
    [
      { x: 120, y: 10 },
      { x: 120, y: 50 },
      { x: 20, y: 50 },
      { x: 20, y: 10 },
    ],
    stage,
  );
  expect(onItsSide).toEqual({ foot: { x: 120, y: 30 }, turner: { x: 148, y: 30 } });
});

test("regression: at the stage's upper edge, the rotation handle moves inside to stay fully visible", () => {
  const whole = turnerOf(
    [
      { x: 0, y: 0 },
      { x: 200, y: 0 },
      { x: 200, y: 200 },
      { x: 0, y: 200 },
    ],
    stage,
  );
  expect(whole).toEqual({ foot: { x: 100, y: 0 }, turner: { x: 100, y: 28 } });
  const enlarged = turnerOf(
    [
      { x: -100, y: -300 },
      { x: 300, y: -300 },
      { x: 300, y: 500 },
      { x: -100, y: 500 },
    ],
    stage,
  );
  expect(enlarged.turner).toEqual({ x: 100, y: 28 });
});

test('a flat shape still has room for its handle', () => {
  const at = { x: 5, y: 6 };
  expect(turnerOf([at, at, at, at], stage)).toEqual({ foot: at, turner: at });
});
