import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Workspace } from '../memory/workspace.ts';
import { decodePreview } from '../pixels/decode.ts';
import { byPlainGround } from './plain-ground.ts';

const SIZE = { width: 400, height: 300 };
const SIDE = 64;
const PAPER = '<rect width="400" height="300" fill="#c7ccd1"/>';
const RING = '<circle cx="200" cy="150" r="65" fill="none" stroke="#c02020" stroke-width="50"/>';

async function corrected(svg: string, alphaAt: (x: number, y: number) => number, quality?: number) {
  const picture = sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${svg}</svg>`));
  const bytes = await (quality === undefined ? picture.png() : picture.jpeg({ quality })).toBuffer();
  const { modelInput, size } = await decodePreview(bytes, { width: SIDE, height: SIDE }, new Workspace());
  const matte = {
    width: SIDE,
    height: SIDE,
    alpha: Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
      alphaAt(((i % SIDE) + 0.5) / SIDE, (Math.floor(i / SIDE) + 0.5) / SIDE),
    ),
  };
  const found = await byPlainGround({ bytes, size, modelInput }, matte);
  const { width, height, alpha } = found.matte;
  const at = (x: number, y: number): number =>
    alpha[Math.floor((y * height) / SIZE.height) * width + Math.floor((x * width) / SIZE.width)]!;
  return { ...found, isSame: found.matte === matte, at };
}

const fromMiddle = (x: number, y: number): number => Math.hypot((x - 0.5) * SIZE.width, (y - 0.5) * SIZE.height);
const hazyRing = (x: number, y: number): number => {
  const away = fromMiddle(x, y);
  return away < 40 ? 0.4 : away < 90 ? 1 : 0.2;
};

test.each([undefined, 90, 75])(
  "opens a hole in the background's colour, with no haze around it (JPEG %s)",
  async (quality) => {
    const { at, isGuess } = await corrected(PAPER + RING, hazyRing, quality);
    expect(isGuess).toBe(false);
    expect(at(200, 150)).toBe(0);
    expect(at(30, 30)).toBe(0);
    expect(at(135, 150)).toBeGreaterThan(0.95);
  },
);

test('opens a hole as a whole, even if the model is sure of a part of it', async () => {
  const { at } = await corrected(PAPER + RING, (x, y) =>
    x > 0.5 && fromMiddle(x, y) < 40 ? 0.9 : hazyRing(x, y) - 0.2,
  );
  expect(at(185, 150)).toBe(0);
  expect(at(220, 150)).toBe(0);
});

test("keeps a part in the background's colour that the model is sure of", async () => {
  const { at } = await corrected(PAPER + RING, (x, y) => (fromMiddle(x, y) < 90 ? 0.95 : 0));
  expect(at(200, 150)).toBeGreaterThan(0.9);
});

test("keeps a body in the background's colour, even if a gap in its outline joins it to the background", async () => {
  const outline = '<path d="M100 240V60H300V240" fill="none" stroke="#333" stroke-width="16"/>';
  const { at, isGuess } = await corrected(PAPER + outline, (x, y) =>
    x > 0.24 && x < 0.76 && y > 0.18 && y < 0.8 ? 1 : 0,
  );
  expect(isGuess).toBe(false);
  expect(at(200, 150)).toBe(1);
  expect(at(40, 150)).toBe(0);
});

test.each([
  ['#fff', '#000', undefined],
  ['#fff', '#000', 75],
  ['#1e2a40', '#f0f0f0', 85],
])(
  'a line drawing on %s keeps its ink, %s, as a guess, whatever the model saw (JPEG %s)',
  async (paper, ink, quality) => {
    const lines = '<circle cx="120" cy="150" r="60"/><path d="M220 60h120v160z"/><circle cx="390" cy="250" r="30"/>';
    const drawing = `<rect width="400" height="300" fill="${paper}"/><g fill="none" stroke="${ink}">${lines}</g>`;
    const { at, isGuess } = await corrected(drawing, (x) => (x < 0.5 ? 1 : 0), quality);
    expect(isGuess).toBe(true);
    expect(at(60, 150)).toBeGreaterThan(0.4);
    expect(at(280, 60)).toBeGreaterThan(0.4);
    expect(at(120, 150)).toBe(0);
    expect(at(124, 94)).toBeLessThan(0.3);
    expect(at(20, 20)).toBe(0);
  },
);

test('when the model misses nearly everything that stands out, that becomes the guess', async () => {
  const { at, isGuess } = await corrected(PAPER + RING, () => 0.05);
  expect(isGuess).toBe(true);
  expect(at(135, 150)).toBe(1);
  expect(at(200, 150)).toBe(0);
});

test('leaves a matte on any other background unchanged', async () => {
  const ramp = '<linearGradient id="g"><stop stop-color="#888"/><stop offset="1" stop-color="#bbb"/></linearGradient>';
  const { isSame } = await corrected(`${ramp}<rect width="400" height="300" fill="url(#g)"/>${RING}`, hazyRing);
  expect(isSame).toBe(true);
});

test('a plain picture of nothing keeps its matte', async () => {
  expect((await corrected(PAPER, () => 0)).isSame).toBe(true);
});
