import { expect, test } from 'vitest';
import { createMask, createPixels } from './raster.ts';
import { decodeRegions, encodeRegions, keepToRegions, regionsUnder, type RegionMap } from './regions.ts';

const frame = { width: 400, height: 200 };
const map: RegionMap = {
  width: 100,
  height: 50,
  labels: Uint16Array.from({ length: 5000 }, (_, i) => (i % 100 < 50 ? 7 : 300)),
};

test('comes back from its picture, labels above 255 too', () => {
  expect(decodeRegions(encodeRegions(map, createPixels(map)))).toEqual(map);
});

test('a stroke means the region that it starts in, and others only when it goes well into them', () => {
  expect(regionsUnder(map, frame, [{ x: 198, y: 90 }])).toEqual(new Set([7]));
  expect(
    regionsUnder(map, frame, [
      { x: 100, y: 90 },
      { x: 205, y: 90 },
    ]),
  ).toEqual(new Set([7]));
  expect(
    regionsUnder(map, frame, [
      { x: 100, y: 90 },
      { x: 300, y: 90 },
    ]),
  ).toEqual(new Set([7, 300]));
  expect(regionsUnder(map, frame, [])).toEqual(new Set());
});

test('keeps of a mask what lies in the regions, with a soft edge', () => {
  const box = { x: 180, y: 80, width: 40, height: 40 };
  const mask = createMask(box);
  mask.data.fill(200);
  keepToRegions(mask, box, map, frame, new Set([7]));
  const row = [...mask.data.subarray(0, 40)];
  expect(row.slice(0, 18)).toEqual(Array.from({ length: 18 }, () => 200));
  expect(row.slice(22)).toEqual(Array.from({ length: 18 }, () => 0));
  expect(row).toEqual(row.toSorted((a, b) => b - a));
});
