import { expect, test } from 'vitest';
import { detailPlace } from './detail.ts';

const stage = { width: 480, height: 360 };
const output = { width: 500, height: 375 };

test('a preview shown at about its own size needs no finer pixels', () => {
  expect(detailPlace({ zoom: 1, x: 0, y: 0 }, stage, output)).toBeNull();
  expect(detailPlace({ zoom: 1.25, x: 0, y: 0 }, stage, output)).toBeNull();
});

test('zoomed in, the visible part is drawn in its place', () => {
  expect(detailPlace({ zoom: 4, x: 0, y: 0 }, stage, output)).toEqual({
    part: { x: 187.5, y: 140.625, width: 125, height: 93.75 },
    left: -240,
    top: -180,
    scale: 3.84,
  });
});

test('a part at the edge ends with the picture', () => {
  const place = detailPlace({ zoom: 2, x: 480, y: 0 }, stage, output);
  expect(place?.part).toMatchObject({ x: 0, width: 125 });
  expect(place?.left).toBe(0);
});
