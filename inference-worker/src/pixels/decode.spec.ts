import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { Workspace } from '../memory/workspace.ts';
import { decodeFull, decodePart, decodePreview, resizeGrey, UnreadableImageError } from './decode.ts';
import type { Raster } from './raster.ts';

const input = { width: 64, height: 64 };

type Colour = readonly [number, number, number];
const RED: Colour = [200, 30, 30];
const GREEN: Colour = [30, 160, 60];
const BLUE: Colour = [40, 60, 190];
const SAND: Colour = [220, 200, 150];

function quarters(width: number, height: number): Sharp {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : SAND;
      data.set(colour, (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function at(raster: Raster, x: number, y: number): number[] {
  const i = (Math.floor(y * raster.height) * raster.width + Math.floor(x * raster.width)) * raster.channels;
  return [...raster.data.subarray(i, i + raster.channels)];
}

function expectQuarters(raster: Raster, tolerance = 8): void {
  const seen = [at(raster, 0.25, 0.25), at(raster, 0.75, 0.25), at(raster, 0.25, 0.75), at(raster, 0.75, 0.75)];
  for (const [n, colour] of [RED, GREEN, BLUE, SAND].entries()) {
    for (let c = 0; c < 3; c++) {
      expect(
        Math.abs((seen[n]?.[c] ?? -1) - colour[c]!),
        `${String(seen[n])} for ${colour.join()}`,
      ).toBeLessThanOrEqual(tolerance);
    }
  }
}

const storedFor: Record<number, (image: Sharp) => Sharp> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.flop().rotate(270),
  6: (image) => image.rotate(270),
  7: (image) => image.flop().rotate(90),
  8: (image) => image.rotate(90),
};

test.for(Object.entries(storedFor))(
  'turns a picture with EXIF orientation %s upright',
  async ([orientation, store]) => {
    const pixels = await store(quarters(120, 80)).png().toBuffer();
    const bytes = await sharp(pixels)
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95 })
      .toBuffer();
    const full = await decodeFull(bytes);
    expect([full.width, full.height]).toEqual([120, 80]);
    expectQuarters(full);
    const { preview, modelInput } = await decodePreview(bytes, input, new Workspace());
    expect([preview.width, preview.height]).toEqual([120, 80]);
    expectQuarters(preview);
    expect([modelInput.width, modelInput.height, modelInput.channels]).toEqual([64, 64, 3]);
    expectQuarters(modelInput);
  },
);

test('reads CMYK as the colours it stands for', async () => {
  const bytes = await quarters(120, 80).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  expect((await sharp(bytes).metadata()).space).toBe('cmyk');
  // Ink cannot show every screen colour.
  expectQuarters(await decodeFull(bytes), 60);
});

test('reads 16 bits per channel', async () => {
  const bytes = await quarters(120, 80).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(bytes).metadata()).depth).toBe('ushort');
  expectQuarters(await decodeFull(bytes), 2);
  expectQuarters((await decodePreview(bytes, input, new Workspace())).preview, 2);
});

test.for(['srgb', 'p3'])('shows 16 bits per channel with the profile %s in the intended colours', async (profile) => {
  const bytes = await quarters(120, 80).ensureAlpha().toColourspace('rgb16').withIccProfile(profile).png().toBuffer();
  expect(await sharp(bytes).metadata()).toMatchObject({ depth: 'ushort', hasProfile: true });
  expectQuarters(await decodeFull(bytes), 3);
  expectQuarters((await decodePreview(bytes, input, new Workspace())).preview, 3);
  expectQuarters(
    await decodePart(bytes, { x: 0, y: 0, width: 120, height: 80 }, { width: 60, height: 40 }, new Workspace()),
    3,
  );
});

test.for([
  ['8-bit grey', 'b-w', false],
  ['8-bit grey with alpha', 'b-w', true],
  ['16-bit grey', 'grey16', false],
  ['16-bit grey with alpha', 'grey16', true],
] as const)('reads %s', async ([, space, alpha]) => {
  const image = quarters(120, 80).greyscale();
  const bytes = await (alpha ? image.ensureAlpha(0.5) : image).toColourspace(space).png().toBuffer();
  const raster = await decodeFull(bytes);
  const expected = await sharp(await quarters(120, 80).greyscale().png().toBuffer())
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  expect(raster.channels).toBe(alpha ? 4 : 3);
  const [r, g, b, a] = at(raster, 0.75, 0.75);
  expect(Math.abs(r! - expected.at(-1)!)).toBeLessThanOrEqual(1);
  expect([g, b]).toEqual([r, r]);
  if (alpha) expect(Math.abs(a! - 128)).toBeLessThanOrEqual(1);
});

test('shows a picture in another colour space in the intended colours', async () => {
  const bytes = await quarters(120, 80).withIccProfile('p3').png().toBuffer();
  // Without the profile, the picture would be paler.
  const stored = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
  expect(Math.abs(stored[0]! - RED[0])).toBeGreaterThan(8);
  expectQuarters(await decodeFull(bytes), 3);
  expectQuarters((await decodePreview(bytes, input, new Workspace())).preview, 3);
});

test('uses the first frame of an animation', async () => {
  const first = await quarters(60, 40).png().toBuffer();
  const second = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const bytes = await sharp([first, second], { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();
  expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
  const full = await decodeFull(bytes);
  expect([full.width, full.height]).toEqual([60, 40]);
  expectQuarters(full);
});

test('keeps alpha in the preview and shows the model a white background', async () => {
  const width = 200;
  const data = new Uint8Array(width * width * 4);
  for (let i = 0; i < width * width; i++) data.set([...RED, i % width < width / 2 ? 255 : 0], i * 4);
  const bytes = await sharp(data, { raw: { width, height: width, channels: 4 } })
    .png()
    .toBuffer();
  const { preview, modelInput } = await decodePreview(bytes, input, new Workspace());
  expect(at(preview, 0.25, 0.5)).toEqual([...RED, 255]);
  expect(at(preview, 0.75, 0.5)[3]).toBe(0);
  expect(at(modelInput, 0.25, 0.5)).toEqual([...RED]);
  expect(at(modelInput, 0.75, 0.5)).toEqual([255, 255, 255]);
});

test.for([
  [1632, 1224, 500, 375],
  [300, 200, 300, 200],
  [3000, 20, 500, 3],
  [1, 1, 1, 1],
])('turns %i x %i into a preview of %i x %i', async ([width, height, previewWidth, previewHeight]) => {
  const bytes = await quarters(width!, height!).jpeg().toBuffer();
  const { preview, modelInput } = await decodePreview(bytes, { width: 320, height: 320 }, new Workspace());
  expect([preview.width, preview.height]).toEqual([previewWidth, previewHeight]);
  expect([modelInput.width, modelInput.height]).toEqual([320, 320]);
});

test('refuses an incomplete picture', async () => {
  const jpeg = await quarters(400, 300).jpeg().toBuffer();
  const png = await quarters(400, 300).png({ compressionLevel: 0 }).toBuffer();
  const bomb = await sharp({ create: { width: 16_000, height: 4_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const broken = [
    Buffer.from('no picture'),
    jpeg.subarray(0, jpeg.length * 0.6),
    png.subarray(0, png.length / 2),
    bomb,
  ];
  for (const bytes of broken) {
    await expect(decodePreview(bytes, input, new Workspace())).rejects.toBeInstanceOf(UnreadableImageError);
    await expect(decodeFull(bytes)).rejects.toBeInstanceOf(UnreadableImageError);
  }
});

test('a shrunk matte has no ghost beside its edge', async () => {
  const [from, to] = [
    { width: 3000, height: 60 },
    { width: 500, height: 10 },
  ];
  // Every phase of an edge.
  for (const edge of [1500, 1501, 1502, 1503, 1504, 1505]) {
    const matte = Uint8Array.from({ length: from.width * from.height }, (_, i) => (i % from.width < edge ? 0 : 255));
    const small = await resizeGrey(matte, from, to, new Workspace());
    expect(small.filter((_, i) => i % to.width < 248 && small[i] !== 0)).toHaveLength(0);
    expect(small.filter((_, i) => i % to.width > 252 && small[i] !== 255)).toHaveLength(0);
  }
});
