import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePng, type PngPixels } from './png.ts';

const pixels = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    channels: fc.constantFrom(1, 3, 4),
    offset: fc.integer({ min: 0, max: 4 }),
    seed: fc.integer(),
  })
  .map(({ width, height, channels, offset, seed }): PngPixels => {
    const length = width * height * channels;
    const memory = new Uint8Array(offset + length);
    for (let i = 0, state = seed; i < memory.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      memory[i] = (state >>> 24) % 3 === 0 ? state >>> 16 : (state >>> 28) % 2 === 0 ? 255 : 0;
    }
    return { data: memory.subarray(offset), width, height, channels };
  });

const decoded = (png: Uint8Array, isGrey = false) => {
  const image = sharp(png, { failOn: 'warning' });
  return (isGrey ? image.toColourspace('b-w') : image).raw().toBuffer({ resolveWithObject: true });
};

test('every picture survives a round trip', async () => {
  await fc.assert(
    fc.asyncProperty(pixels, async (picture) => {
      const { data, info } = await decoded(await encodePng(picture), picture.channels === 1);
      expect(info).toMatchObject({ width: picture.width, height: picture.height, channels: picture.channels });
      expect(Buffer.compare(data, picture.data)).toBe(0);
    }),
  );
});

test('writes an opaque picture without an alpha channel', async () => {
  await fc.assert(
    fc.asyncProperty(pixels, async (picture) => {
      if (picture.channels !== 4) return;
      const { data, info } = await decoded(await encodePng({ ...picture, isOpaque: true }));
      expect(info.channels).toBe(3);
      expect(
        Buffer.compare(
          data,
          picture.data.filter((_, i) => i % 4 !== 3),
        ),
      ).toBe(0);
    }),
  );
});

test('a picture compressed in several parts survives a round trip', async () => {
  const [width, height] = [700, 900];
  const data = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 7 + Math.floor(i / 999)) & 255);
  for (const isOpaque of [false, true]) {
    const back = await decoded(await encodePng({ data, width, height, channels: 4, isOpaque }));
    const stored = isOpaque ? data.filter((_, i) => i % 4 !== 3) : data;
    expect(Buffer.compare(back.data, stored)).toBe(0);
  }
});
