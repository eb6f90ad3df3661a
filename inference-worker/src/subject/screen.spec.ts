import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { Workspace } from '../memory/workspace.ts';
import { loadModel } from '../models/model.ts';
import { lookAtPicture } from '../pipeline/preview-cut-out.ts';
import { decodePreview } from '../pixels/decode.ts';
import { isScreened } from './screen.ts';

const WIDTH = 480;
const HEIGHT = 360;

/** 0..1. */
function jar(x: number, y: number): number {
  const isJar = Math.abs(x - 200) < (y < 80 ? 36 : 90) && y > 44 && y < 330;
  if (!isJar) return 0.8 - 0.0003 * y;
  return (Math.floor(y / 48) % 2 === 0 ? 0.1 : 0.25) + 0.15 * Math.cos((x - 180) / 45);
}

type Screen = (light: number, x: number, y: number) => boolean;

/** Six pixels apart at 45 degrees, larger where darker. */
const dots: Screen = (light, x, y) => {
  const angle = Math.PI / 6;
  return light > 0.5 + 0.25 * (Math.cos((x + y) * angle) + Math.cos((x - y) * angle));
};

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const ordered: Screen = (light, x, y) => light > (BAYER[(y % 4) * 4 + (x % 4)]! + 0.5) / 16;

function printed(screen: Screen): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    return screen(jar(x, y), x, y) ? 255 : 0;
  });
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer();
}

test.each([
  ['dots', dots],
  ['an ordered dither', ordered],
])('finds the whole subject of a picture printed as %s', async (_, screen) => {
  const model = await loadModel(fileURLToPath(new URL('../../models/clearcut-2/', import.meta.url)));
  try {
    const { found } = await lookAtPicture(await printed(screen), AUTO, model, new Workspace());
    expect(found?.isGuess).toBe(false);
    const { alpha, width, height } = found!.matte;
    const at = (x: number, y: number): number =>
      alpha[Math.floor((y * height) / HEIGHT) * width + Math.floor((x * width) / WIDTH)]!;
    for (const y of [100, 160, 220, 280]) expect(at(200, y)).toBeGreaterThan(0.9);
    expect(at(400, 100)).toBeLessThan(0.1);
    expect(at(30, 300)).toBeLessThan(0.1);
  } finally {
    await model.close();
  }
});

const SIDE = 352;

const svg = (body: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450">${body}</svg>`));

async function inputOf(picture: Sharp) {
  const bytes = await picture.png().toBuffer();
  return (await decodePreview(bytes, { width: SIDE, height: SIDE }, new Workspace())).modelInput;
}

test('distinguishes a screen from lines, stripes and noise', async () => {
  expect(isScreened(await inputOf(sharp(await printed(dots))))).toBe(true);
  const lines = Array.from({ length: 30 }, (_, i) => `<path d="M${i * 20} 0v450" stroke="#000" stroke-width="2"/>`);
  expect(isScreened(await inputOf(svg(`<rect width="600" height="450" fill="#fff"/>${lines.join('')}`)))).toBe(false);
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
  const noisy = sharp({ create: { width: 600, height: 450, channels: 3, background: '#888', noise } });
  expect(isScreened(await inputOf(noisy))).toBe(false);
});
