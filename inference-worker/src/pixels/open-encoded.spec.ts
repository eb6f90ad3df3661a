import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Workspace } from '../memory/workspace.ts';
import { decodeFull, decodePart, decodePreview } from './decode.ts';
import { iccProfile } from './icc-profile.ts';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

function numbers(type: string, ...values: number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => data.writeUInt32BE(Math.round(value * 1e5), n * 4));
  return chunk(type, data);
}

const gAMA = (gamma: number): Buffer => numbers('gAMA', gamma);
const cHRM = (...xy: number[]): Buffer => numbers('cHRM', ...xy);
const cICP = (...bytes: number[]): Buffer => chunk('cICP', Buffer.from(bytes));
const sRGB = chunk('sRGB', Buffer.from([0]));
const iCCP = (profile: Uint8Array): Buffer =>
  chunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)]));

function greyProfile(exponent: number): Buffer {
  const bytes = Buffer.alloc(128 + 4 + 12 + 16);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(0x0240_0000, 8);
  bytes.write('mntrGRAYXYZ ', 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  bytes.writeUInt32BE(1, 128);
  bytes.write('kTRC', 132, 'latin1');
  bytes.writeUInt32BE(144, 136);
  bytes.writeUInt32BE(14, 140);
  bytes.write('curv', 144, 'latin1');
  bytes.writeUInt32BE(1, 152);
  bytes.writeUInt16BE(exponent * 256, 156);
  return iCCP(bytes);
}

const LINEAR = iCCP(iccProfile({ kind: 'gamma', exponent: 1, chromaticities: null }));

const OF_SRGB = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
const WIDE = [0.3127, 0.329, 0.7347, 0.2653, 0.1152, 0.8264, 0.1566, 0.0177];
const WIDE_D50 = [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001];

const COLOURS = [...[5, 20, 64, 128, 200, 255].map((grey) => [grey, grey, grey]), [200, 40, 40], [40, 200, 40]];

function png(depth: 8 | 16, channels: 1 | 2 | 3 | 4, row: readonly number[], chunks: readonly Buffer[]): Buffer {
  const data = Buffer.alloc(1 + (row.length * depth) / 8);
  row.forEach((sample, i) => {
    if (depth === 8) data.writeUInt8(Math.round(sample * 255), 1 + i);
    else data.writeUInt16BE(Math.round(sample * 65_535), 1 + 2 * i);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(row.length / channels, 0);
  header.writeUInt32BE(1, 4);
  header.set([depth, { 1: 0, 2: 4, 3: 2, 4: 6 }[channels]], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = [chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, ...pixels]);
}

/** Chromium 153 (`--force-color-profile=srgb`): greys, then red and green. */
const SHOWN: Record<string, [chunks: Buffer[], greys: number[], red: number[], green: number[]]> = {
  nothing: [[], [5, 20, 64, 128, 200, 255], [200, 40, 40], [40, 200, 40]],
  'gAMA 1': [[gAMA(1)], [38, 79, 137, 188, 229, 255], [229, 110, 110], [110, 229, 110]],
  'gAMA 1/1.8': [[gAMA(1 / 1.8)], [3, 26, 81, 146, 210, 255], [210, 53, 53], [53, 210, 53]],
  'gAMA 1/2.2': [[gAMA(0.45455)], [5, 20, 64, 128, 200, 255], [200, 40, 40], [40, 200, 40]],
  'gAMA 1/2.2 and cHRM of sRGB': [
    [gAMA(0.45455), cHRM(...OF_SRGB)],
    [1, 12, 62, 129, 201, 255],
    [201, 35, 35],
    [35, 201, 35],
  ],
  'cHRM alone': [[cHRM(...WIDE)], [5, 20, 64, 128, 200, 255], [200, 40, 40], [40, 200, 40]],
  'gAMA 1/2.2 and wide cHRM': [
    [gAMA(0.45455), cHRM(...WIDE)],
    [1, 12, 62, 129, 201, 255],
    [255, 0, 26],
    [0, 225, 0],
  ],
  'gAMA 1/2.2 and wide cHRM of D50': [
    [gAMA(0.45455), cHRM(...WIDE_D50)],
    [1, 12, 62, 129, 201, 255],
    [255, 0, 29],
    [0, 220, 0],
  ],
  'gAMA of nothing': [[gAMA(0)], [5, 20, 64, 128, 200, 255], [200, 40, 40], [40, 200, 40]],
  'sRGB before gAMA': [
    [sRGB, gAMA(1)],
    [5, 20, 64, 128, 200, 255],
    [200, 40, 40],
    [40, 200, 40],
  ],
  'sRGB behind gAMA': [
    [gAMA(1), sRGB],
    [5, 20, 64, 128, 200, 255],
    [200, 40, 40],
    [40, 200, 40],
  ],
  'a gAMA that libpng passes over': [
    [chunk('gAMA', Buffer.from([0, 0, 0, 1]))],
    [5, 20, 64, 128, 200, 255],
    [200, 40, 40],
    [40, 200, 40],
  ],
  'a gAMA too large': [[chunk('gAMA', Buffer.alloc(4, 255))], [5, 20, 64, 128, 200, 255], [200, 40, 40], [40, 200, 40]],
  'cHRM of nothing': [
    [gAMA(1), chunk('cHRM', Buffer.alloc(32))],
    [38, 79, 137, 188, 229, 255],
    [229, 110, 110],
    [110, 229, 110],
  ],
  'primaries on a line': [
    [gAMA(1), cHRM(0.3127, 0.329, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)],
    [38, 79, 137, 188, 229, 255],
    [229, 110, 110],
    [110, 229, 110],
  ],
  'a white outside of its primaries': [
    [gAMA(1), cHRM(0.1, 0.8, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)],
    [38, 79, 137, 188, 229, 255],
    [229, 110, 110],
    [110, 229, 110],
  ],
  'cICP of Display P3': [[cICP(12, 13, 0, 1)], [5, 20, 64, 128, 200, 255], [218, 0, 26], [0, 204, 0]],
  'cICP of BT.709': [[cICP(1, 1, 0, 1)], [0, 7, 54, 121, 197, 255], [197, 28, 28], [28, 197, 28]],
  'cICP of BT.2020': [[cICP(9, 14, 0, 1)], [0, 7, 54, 121, 197, 255], [246, 0, 6], [0, 208, 0]],
  'cICP, linear': [[cICP(1, 8, 0, 1)], [38, 79, 137, 188, 229, 255], [229, 110, 110], [110, 229, 110]],
  'cICP of BT.470 M': [[cICP(4, 4, 0, 1)], [1, 12, 62, 129, 201, 255], [239, 9, 5], [0, 197, 0]],
  'cICP of BT.470 BG': [[cICP(5, 1, 0, 1)], [0, 7, 54, 121, 197, 255], [201, 28, 28], [0, 197, 37]],
  'cICP of SMPTE 170M': [[cICP(6, 6, 0, 1)], [0, 7, 54, 121, 197, 255], [192, 40, 27], [56, 194, 24]],
  'cICP of SMPTE 240M': [[cICP(7, 7, 0, 1)], [15, 38, 81, 141, 206, 255], [201, 65, 58], [76, 203, 56]],
  'cICP of cinemas': [[cICP(11, 17, 0, 1)], [0, 5, 48, 118, 200, 255], [214, 0, 0], [0, 204, 0]],
  'cICP of XYZ': [[cICP(10, 8, 0, 1)], [38, 79, 137, 188, 229, 255], [255, 0, 123], [0, 255, 41]],
  'cICP of ST 2084': [[cICP(9, 16, 0, 1)], [0, 1, 30, 132, 255, 255], [255, 0, 0], [0, 255, 0]],
  'cICP of HLG': [[cICP(9, 18, 0, 1)], [0, 5, 43, 99, 202, 255], [230, 0, 13], [0, 208, 0]],
  'cICP before gAMA': [
    [gAMA(1), cICP(1, 13, 0, 1)],
    [5, 20, 64, 128, 200, 255],
    [200, 40, 40],
    [40, 200, 40],
  ],
  'cICP that says nothing, before gAMA': [
    [gAMA(1), cICP(2, 2, 0, 1)],
    [38, 79, 137, 188, 229, 255],
    [229, 110, 110],
    [110, 229, 110],
  ],
  'cICP before iCCP': [
    [LINEAR, cICP(1, 13, 0, 1)],
    [5, 20, 64, 128, 200, 255],
    [200, 40, 40],
    [40, 200, 40],
  ],
  'iCCP before gAMA': [
    [gAMA(1), iCCP(iccProfile({ kind: 'gamma', exponent: 1.8, chromaticities: null }))],
    [3, 26, 81, 146, 210, 255],
    [210, 53, 53],
    [53, 210, 53],
  ],
};

function expectWithin(tolerance: number, seen: Uint8Array, expected: readonly (readonly number[])[]): void {
  const off = expected.flatMap((colour, n) => colour.map((value, c) => Math.abs(value - seen[n * 3 + c]!)));
  expect(Math.max(...off), `${seen.join()} for ${expected.flat().join()}`).toBeLessThanOrEqual(tolerance);
}

test.each(Object.entries(SHOWN))(
  'a PNG with %s has the colours that a browser shows',
  async (name, [chunks, ...shown]) => {
    const [greys, red, green] = shown;
    const expected = [...greys.map((grey) => [grey, grey, grey]), red, green];
    const colours = COLOURS.flat().map((value) => value / 255);
    for (const depth of [8, 16] as const) {
      const bytes = png(depth, 3, colours, chunks);
      expectWithin(1, (await decodeFull(bytes)).data, expected);
      const { preview } = await decodePreview(bytes, { width: 1, height: 1 }, new Workspace());
      expectWithin(1, preview.data, expected);
      if (name.includes('iCCP')) continue;
      const grey = png(
        depth,
        1,
        COLOURS.slice(0, 6).map(([value]) => value! / 255),
        chunks,
      );
      expectWithin(1, (await decodeFull(grey)).data, expected.slice(0, 6));
    }
  },
);

const [STEPS, SHARE] = [1000, 1 / 999];

function deep(isGrey: boolean, hasAlpha: boolean, ...chunks: Buffer[]): Buffer {
  const channels = isGrey ? (hasAlpha ? 2 : 1) : hasAlpha ? 4 : 3;
  const row = Array.from({ length: STEPS * channels }, (_, i) =>
    hasAlpha && i % channels === channels - 1 ? 0.5 : (Math.floor(i / channels) * SHARE) ** 2,
  );
  return png(16, channels, row, chunks);
}

const srgb = (light: number): number => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

test.each([
  ['grey', true, false],
  ['grey with alpha', true, true],
  ['colours', false, false],
  ['colours with alpha', false, true],
] as const)('applies a profile to 16 bits of %s, even in the dark', async (_, isGrey, hasAlpha) => {
  // The decoder drops half a level first.
  for (const exponent of [1, 1.8, 2.2]) {
    const space = { kind: 'gamma', exponent, chromaticities: null } as const;
    for (const said of [isGrey ? greyProfile(exponent) : iCCP(iccProfile(space)), gAMA(1 / exponent)]) {
      // That gamma alone means sRGB.
      if (exponent === 2.2 && said.includes('gAMA')) continue;
      const bytes = deep(isGrey, hasAlpha, said);
      const { data, channels } = await decodeFull(bytes);
      expect(channels).toBe(hasAlpha ? 4 : 3);
      for (let x = 0; x < STEPS; x++) {
        const expected = Math.round(srgb((x * SHARE) ** (2 * exponent)));
        for (let c = 0; c < 3; c++)
          expect(Math.abs(data[x * channels + c]! - expected)).toBeLessThanOrEqual(isGrey || exponent === 1 ? 1 : 2);
        if (hasAlpha) expect(data[x * channels + 3]).toBe(128);
      }
      const part = { x: 500, y: 0, width: 500, height: 1 };
      const half = await decodePart(bytes, part, part, new Workspace());
      if (!hasAlpha) expect(half.data).toEqual(data.subarray(500 * channels));
    }
  }
});

test('ignores a nonsensical profile, even at 16 bits', async () => {
  const profile = iccProfile({ kind: 'gamma', exponent: 1, chromaticities: null });
  for (const broken of [profile.fill(0, 132), Buffer.alloc(300, 7)]) {
    const { data } = await decodeFull(deep(false, false, iCCP(broken)));
    for (let x = 0; x < STEPS; x++) expect(Math.abs(data[x * 3]! - 255 * (x * SHARE) ** 2)).toBeLessThanOrEqual(1);
  }
});

test('a part of a rotated or upside-down picture is the part as displayed', async () => {
  const data = Uint8Array.from({ length: 40 * 24 * 3 }, (_, i) => (Math.floor(i / 3) * 7 + (i % 3) * 50) % 256);
  for (let orientation = 1; orientation <= 8; orientation++) {
    const bytes = await sharp(data, { raw: { width: 40, height: 24, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const whole = await decodeFull(bytes);
    const part = { x: 3, y: 5, width: 15, height: 11 };
    const cut = await decodePart(bytes, part, part, new Workspace());
    for (let y = 0; y < part.height; y++) {
      const from = ((part.y + y) * whole.width + part.x) * 3;
      expect(cut.data.subarray(y * part.width * 3, (y + 1) * part.width * 3)).toEqual(
        whole.data.subarray(from, from + part.width * 3),
      );
    }
  }
});

test('decodes a JPEG without its end marker if all of its rows are present', async () => {
  const noise = Uint8Array.from({ length: 200 * 150 * 3 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256);
  const picture = sharp(noise, { raw: { width: 200, height: 150, channels: 3 } });
  for (const progressive of [false, true]) {
    const bytes = await picture.clone().jpeg({ progressive }).toBuffer();
    for (const cut of [1, 2]) expect(await decodeFull(bytes.subarray(0, -cut))).toEqual(await decodeFull(bytes));
    await expect(decodeFull(bytes.subarray(0, -40))).rejects.toThrow('cannot be decoded');
  }
});
