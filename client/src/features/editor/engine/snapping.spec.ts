import { expect, test } from 'vitest';
import { snapped } from './snapping.ts';

const kept = { x: 100, y: 0, width: 400, height: 300 };

test('what nearly lies in the middle is moved there, each way by itself', () => {
  const box = { x: 253, y: 20, width: 100, height: 100 };
  expect(snapped(box, kept, 8)).toEqual({ by: { x: -3, y: 0 }, guides: { x: 300, y: undefined } });
});

test('what nearly lies at an edge is moved there', () => {
  const box = { x: 104, y: 195, width: 100, height: 100 };
  expect(snapped(box, kept, 8)).toEqual({ by: { x: -4, y: 5 }, guides: { x: 100, y: 300 } });
});

test('what fills the frame lies in its middle as well as at its edges', () => {
  expect(snapped({ ...kept, x: 98 }, kept, 8)).toEqual({ by: { x: 2, y: 0 }, guides: { x: 300, y: 150 } });
});
