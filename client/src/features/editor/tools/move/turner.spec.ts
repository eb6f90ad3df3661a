import { expect, test } from 'vitest';
import { turnerOf } from './turner.ts';

test('the handle to turn stands off from the upper edge, whichever way that looks', () => {
  const straight = turnerOf([
    { x: 10, y: 20 },
    { x: 50, y: 20 },
    { x: 50, y: 120 },
    { x: 10, y: 120 },
  ]);
  expect(straight).toEqual({ foot: { x: 30, y: 20 }, turner: { x: 30, y: -8 } });
  const onItsSide = turnerOf([
    { x: 120, y: 10 },
    { x: 120, y: 50 },
    { x: 20, y: 50 },
    { x: 20, y: 10 },
  ]);
  expect(onItsSide).toEqual({ foot: { x: 120, y: 30 }, turner: { x: 148, y: 30 } });
});

test('what is too flat to have a direction has its handle at a place all the same', () => {
  const at = { x: 5, y: 6 };
  expect(turnerOf([at, at, at, at])).toEqual({ foot: at, turner: at });
});
