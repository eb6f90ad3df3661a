import { expect, test } from 'vitest';
import { Workspace } from '../memory/workspace.ts';
import { mapRegions } from './region-map.ts';

const size = { width: 120, height: 90 };

function picture(): Uint8Array {
  const data = new Uint8Array(120 * 90 * 3);
  for (let i = 0, state = 7; i < 120 * 90; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [x, y] = [i % 120, Math.floor(i / 120)];
    const isBlock = y >= 20 && y < 70;
    const colour =
      isBlock && x >= 15 && x < 50 ? [190, 40, 40] : isBlock && x >= 70 && x < 105 ? [40, 60, 180] : [110, 112, 115];
    for (let c = 0; c < 3; c++) data[i * 3 + c] = colour[c]! + y / 3 + (state >>> 28);
  }
  return data;
}

const at = (labels: Uint16Array, x: number, y: number): number => labels[y * 120 + x]!;

test('differently coloured things are separate regions, and an even background is one', () => {
  const image = { data: picture(), ...size, channels: 3 } as const;
  const { labels, width, height } = mapRegions(image, new Float32Array(120 * 90), new Workspace());
  expect({ width, height }).toEqual(size);
  const [red, blue, ground] = [at(labels, 30, 40), at(labels, 85, 40), at(labels, 5, 5)];
  expect(new Set([red, blue, ground]).size).toBe(3);
  for (const [x, y] of [
    [20, 25],
    [45, 65],
    [30, 60],
  ] as const)
    expect(at(labels, x, y)).toBe(red);
  for (const [x, y] of [
    [60, 45],
    [115, 85],
    [60, 85],
    [110, 5],
  ] as const)
    expect(at(labels, x, y)).toBe(ground);
});

test('the edge of the matte separates areas of one colour', () => {
  const alpha = Float32Array.from({ length: 120 * 90 }, (_, i) => (i % 120 < 60 ? 1 : 0));
  const grey = new Uint8Array(120 * 90 * 3).fill(128);
  const { labels } = mapRegions({ data: grey, ...size, channels: 3 }, alpha, new Workspace());
  expect(at(labels, 30, 40)).not.toBe(at(labels, 90, 40));
  expect(new Set(labels).size).toBe(2);
});
