import { describe, expect, test } from 'vitest';
import { lightTables, showLight } from './light.ts';

const COLOURS = [
  [128, 64, 192],
  [128, 96, 224],
  [96, 64, 192],
  [192, 128, 160],
  [128, 160, 192],
  [160, 128, 96],
  [96, 64, 128],
  [96, 64, 64],
  [160, 128, 128],
  [32, 32, 64],
  [160, 224, 128],
  [224, 192, 96],
  [128, 96, 128],
  [0, 255, 128],
];

/** Chromium 153 (`--force-color-profile=srgb`), of PNGs with these code points. */
const SHOWN = [
  {
    name: 'ST 2084',
    primaries: 9,
    transfer: 16,
    shown: [
      [79, 0, 255],
      [0, 0, 255],
      [0, 0, 255],
      [255, 0, 154],
      [0, 156, 255],
      [254, 105, 46],
      [79, 15, 139],
      [86, 20, 29],
      [253, 105, 121],
      [2, 5, 32],
      [0, 255, 0],
      [255, 132, 0],
      [156, 55, 137],
      [0, 255, 0],
    ],
  },
  {
    name: 'HLG',
    primaries: 9,
    transfer: 18,
    shown: [
      [107, 33, 171],
      [87, 63, 223],
      [70, 39, 168],
      [209, 89, 136],
      [68, 137, 183],
      [147, 97, 72],
      [77, 40, 94],
      [79, 40, 44],
      [146, 97, 101],
      [12, 14, 39],
      [0, 236, 68],
      [255, 159, 43],
      [107, 69, 98],
      [0, 255, 0],
    ],
  },
  {
    name: 'HLG of BT.709',
    primaries: 1,
    transfer: 18,
    shown: [
      [95, 47, 163],
      [95, 72, 219],
      [71, 46, 161],
      [177, 104, 134],
      [105, 135, 178],
      [130, 101, 76],
      [68, 45, 90],
      [67, 44, 44],
      [130, 101, 101],
      [15, 15, 37],
      [130, 230, 100],
      [237, 177, 79],
      [96, 73, 96],
      [0, 255, 84],
    ],
  },
  {
    name: 'linear XYZ',
    primaries: 10,
    transfer: 8,
    shown: [
      [231, 40, 237],
      [193, 142, 251],
      [171, 107, 236],
      [255, 139, 213],
      [115, 226, 226],
      [250, 164, 163],
      [192, 103, 195],
      [210, 99, 139],
      [243, 165, 189],
      [72, 101, 142],
      [142, 255, 175],
      [255, 205, 155],
      [219, 139, 192],
      [0, 255, 162],
    ],
  },
];

describe.each(SHOWN)('$name', ({ primaries, transfer, shown }) => {
  test.each([255, 65_535] as const)('colours of 0 to %i are those that a browser shows', (most) => {
    const tables = lightTables({ kind: 'code-points', primaries, transfer }, most);
    COLOURS.forEach((colour, n) => {
      const samples = Uint16Array.from([...colour, 51], (value) => (value * most) / 255);
      const bytes = new Uint8Array(samples.buffer);
      showLight(tables, samples, bytes, 4, 0, 1);
      expect(bytes[3]).toBe(51);
      const off = shown[n]!.map((value, i) => Math.abs(value - bytes[i]!));
      expect(
        Math.max(...off),
        `${colour.join()}: ${bytes.subarray(0, 3).join()} for ${shown[n]!.join()}`,
      ).toBeLessThanOrEqual(1);
    });
  });
});
