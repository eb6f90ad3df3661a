import { expect, test } from 'vitest';
import { createMask, createPixels } from './raster.ts';
import { decodeRegions, encodeRegions, keepToRegion, regionAt, type RegionMap } from './regions.ts';

const frame = { width: 400, height: 200 };
const map: RegionMap = {
  width: 100,
  height: 50,
  labels: Uint16Array.from({ length: 5000 }, (_, i) => (i % 100 < 50 ? 7 : 300)),
};

test('survives a round trip through its picture, labels above 255 too', () => {
  expect(decodeRegions(encodeRegions(map, createPixels(map)))).toEqual(map);
});

test('a point belongs to the region under it, or beside the picture to that of the nearest edge', () => {
  expect([198, 202, -5, 900].map((x) => regionAt(map, frame, { x, y: 90 }))).toEqual([7, 300, 7, 300]);
});

test('keeps the part of a mask inside the region, with a soft edge', () => {
  const box = { x: 180, y: 80, width: 40, height: 40 };
  const mask = createMask(box);
  mask.data.fill(200);
  keepToRegion(mask, box, map, frame, 7);
  const row = [...mask.data.subarray(0, 40)];
  expect(row.slice(0, 18)).toEqual(Array.from({ length: 18 }, () => 200));
  expect(row.slice(22)).toEqual(Array.from({ length: 18 }, () => 0));
  expect(row).toEqual(row.toSorted((a, b) => b - a));
});
