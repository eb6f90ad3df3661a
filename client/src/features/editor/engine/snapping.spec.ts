import { expect, test } from 'vitest';
import { snapped } from './snapping.ts';

const kept = { x: 100, y: 0, width: 400, height: 300 };

test('a cut-out near the middle snaps to it on each axis separately', () => {
  const box = { x: 253, y: 20, width: 100, height: 100 };
  expect(snapped(box, kept, 8)).toEqual({ by: { x: -3, y: 0 }, guides: { x: 300, y: undefined } });
});

test('a cut-out near an edge snaps to it', () => {
  const box = { x: 104, y: 195, width: 100, height: 100 };
  expect(snapped(box, kept, 8)).toEqual({ by: { x: -4, y: 5 }, guides: { x: 100, y: 300 } });
});

test('a cut-out that fills the frame snaps to middle and edges', () => {
  expect(snapped({ ...kept, x: 98 }, kept, 8)).toEqual({ by: { x: 2, y: 0 }, guides: { x: 300, y: 150 } });
});
