import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { resample } from '../planes/resample.ts';
import { Workspace } from '../memory/workspace.ts';
import { loadModel, type DetailLook, type Model } from '../models/model.ts';
import { tinyOnnx } from '../models/testing/tiny-onnx.ts';
import { decodePreview } from '../pixels/decode.ts';
import { findMatte } from './find-matte.ts';
import type { CoarseMatte } from './look.ts';

const SIDE = 32;
let directory: string;
let model: Model;
let looks = 0;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'find-matte-'));
  const onnx = tinyOnnx(SIDE, 'float32');
  await writeFile(path.join(directory, 'model.onnx'), onnx);
  const manifest = {
    name: 'red',
    version: '1.0.0',
    file: 'model.onnx',
    sha256: createHash('sha256').update(onnx).digest('hex'),
    bytes: onnx.length,
    licence: 'MIT',
    input: { width: SIDE, height: SIDE, resize: 'fill', range: '0..1', mean: [0, 0, 0], std: [2, 2, 2] },
    output: { name: 'logits', normalise: 'none' },
    noSubjectBelow: 0.5,
    closerLook: true,
  };
  await writeFile(path.join(directory, 'manifest.json'), JSON.stringify(manifest));
  const loaded = await loadModel(directory);
  model = {
    ...loaded,
    infer(image) {
      looks += 1;
      return loaded.infer(image);
    },
  };
});

afterAll(async () => {
  await model.close();
  await rm(directory, { recursive: true });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const WIDTH = 800;
const HEIGHT = 600;

function pictureOf(boxes: readonly Box[], size = { width: WIDTH, height: HEIGHT }): Promise<Buffer> {
  const rectangles = boxes.map(({ x, y, width, height }) => ({
    input: { create: { width, height, channels: 3 as const, background: '#ff0000' } },
    left: x,
    top: y,
  }));
  const black = sharp({ create: { ...size, channels: 3, background: '#000000' } });
  return black.composite(rectangles).png().toBuffer();
}

async function matteOf(boxes: readonly Box[]): Promise<CoarseMatte> {
  const bytes = await pictureOf(boxes);
  const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
  looks = 0;
  const found = await findMatte({ bytes, size, modelInput }, AUTO, model);
  if (found === undefined) throw new Error('No subject');
  expect(found.isGuess).toBe(false);
  return found.matte;
}

function errorOf(matte: CoarseMatte, boxes: readonly Box[]): number {
  const alpha = resample(matte.alpha, matte, { width: WIDTH, height: HEIGHT });
  const difference = alpha.map((value, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const isIn = boxes.some((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
    return Math.abs(value - (isIn ? 1 : 0));
  });
  return difference.reduce((sum, value) => sum + value, 0) / difference.length;
}

async function errorOfOneLook(boxes: readonly Box[]): Promise<number> {
  const alpha = await model.infer(
    (await decodePreview(await pictureOf(boxes), model.inputSize, new Workspace())).modelInput,
  );
  return errorOf({ width: SIDE, height: SIDE, alpha }, boxes);
}

test('takes a closer look at a small subject, and its edge is truer than after one look', async () => {
  const small = [{ x: 510, y: 310, width: 90, height: 70 }];
  const matte = await matteOf(small);
  expect(looks).toBe(2);
  expect(errorOf(matte, small)).toBeLessThan((await errorOfOneLook(small)) * 0.6);
});

test('looks at a subject that fills the picture once', async () => {
  await matteOf([{ x: 20, y: 15, width: 760, height: 570 }]);
  expect(looks).toBe(1);
});

const onlyRight = (_: number, i: number): number => (i % SIDE < SIDE / 2 ? 0.02 : 1);

test('the detail network is shown what the looks before saw of the part, and decides inside of it', async () => {
  for (const part of [
    { x: 510, y: 310, width: 90, height: 70 },
    { x: 20, y: 15, width: 760, height: 570 },
  ]) {
    const bytes = await pictureOf([part]);
    const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
    const shown: Float32Array[] = [];
    const detail: DetailLook = {
      inputSize: { width: SIDE, height: SIDE },
      infer(image, matte) {
        expect(image).toMatchObject({ width: SIDE, height: SIDE });
        shown.push(matte);
        return Promise.resolve(matte.map(onlyRight));
      },
    };
    const { matte } = (await findMatte({ bytes, size, modelInput }, AUTO, { ...model, detail }))!;
    expect(shown).toHaveLength(1);
    const middle = (SIDE / 2) * SIDE + SIDE / 2;
    expect(shown[0]![middle]).toBeGreaterThan(0.9);
    expect(shown[0]![middle - SIDE / 2 + 1]! > 0.5).toBe(part.width > 700);
    const at = (x: number) => alphaAt(matte, (part.x + x * part.width) / WIDTH, (part.y + part.height / 2) / HEIGHT);
    expect(at(0.75) - at(0.25)).toBeGreaterThan(0.4);
  }
});

test.each([
  { kind: 'point', x: 240, y: 300 },
  { kind: 'box', x: 180, y: 180, width: 140, height: 240 },
] satisfies SubjectChoice[])(
  'regression: the detail network did not look at a subject chosen by $kind',
  async (chosen) => {
    const bytes = await pictureOf([
      { x: 200, y: 200, width: 100, height: 200 },
      { x: 360, y: 200, width: 100, height: 200 },
    ]);
    const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
    const detail: DetailLook = {
      inputSize: { width: SIDE, height: SIDE },
      // Sees the neighbour, too, and a hole in the upper half.
      infer: (_, matte) => Promise.resolve(matte.map((alpha, i) => (i < matte.length / 2 ? Math.min(alpha, 0.02) : 1))),
    };
    const before = await findMatte({ bytes, size, modelInput }, chosen, model);
    const { matte, isGuess } = (await findMatte({ bytes, size, modelInput }, chosen, { ...model, detail }))!;
    expect(isGuess).toBe(false);
    expect(alphaAt(before!.matte, 250 / WIDTH, 260 / HEIGHT)).toBeGreaterThan(0.9);
    expect(alphaAt(matte, 250 / WIDTH, 260 / HEIGHT)).toBeLessThan(0.5);
    expect(alphaAt(matte, 250 / WIDTH, 360 / HEIGHT)).toBeGreaterThan(0.9);
    expect(alphaAt(matte, 410 / WIDTH, 360 / HEIGHT)).toBeLessThan(0.1);
  },
);

test('a detail look that shows nothing changes nothing', async () => {
  const some = [{ x: 300, y: 200, width: 160, height: 180 }];
  const bytes = await pictureOf(some);
  const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
  const detail: DetailLook = {
    inputSize: model.inputSize,
    infer: (_, matte) => Promise.resolve(matte.map(() => 0)),
  };
  expect(await findMatte({ bytes, size, modelInput }, AUTO, { ...model, detail })).toEqual(
    await findMatte({ bytes, size, modelInput }, AUTO, model),
  );
});

async function matteByAnswers(boxes: readonly Box[], ...answers: ((alpha: Float32Array) => Float32Array)[]) {
  const bytes = await pictureOf(boxes);
  const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
  let look = 0;
  const found = await findMatte({ bytes, size, modelInput }, AUTO, {
    ...model,
    async infer(image) {
      const answer = answers[Math.min(look++, answers.length - 1)]!;
      return answer(await model.infer(image));
    },
  });
  return found?.matte;
}

const asSeen = (alpha: Float32Array) => alpha;
const nothing = (alpha: Float32Array) => alpha.map(() => 0);

test('a closer look that shows nothing leaves no ghost of the subject', async () => {
  const some = [{ x: 300, y: 200, width: 160, height: 180 }];
  const matte = await matteByAnswers(some, asSeen, nothing);
  expect(errorOf(matte!, some)).toBeLessThan(0.03);
});

test('keeps two subjects that are far apart', async () => {
  const two = [
    { x: 60, y: 60, width: 100, height: 100 },
    { x: 500, y: 300, width: 100, height: 100 },
  ];
  expect(errorOf(await matteOf(two), two)).toBeLessThan(0.03);
});

/** Less than a pixel of a matte 6 wide. */
const lastColumn = () =>
  Promise.resolve(Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE === SIDE - 1 ? 1 : 0)));

test('a subject at the far edge of a long picture stays within its matte', async () => {
  const size = { width: 100, height: 16_000 };
  const bytes = await pictureOf([], size);
  const { modelInput } = await decodePreview(bytes, model.inputSize, new Workspace());
  const narrow = { ...model, infer: lastColumn, noSubjectBelow: 0 };
  const { matte } = (await findMatte({ bytes, size, modelInput }, AUTO, narrow))!;
  expect(matte).toMatchObject({ width: 6, height: 1024 });
  expect(matte.alpha.every((value, i) => i % 6 === 5 || value < 0.1)).toBe(true);
});

/** The model gives this answer to every look. */
async function found(svg: string, answer: (alpha: Float32Array) => Float32Array, subject: SubjectChoice = AUTO) {
  const bytes = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${svg}</svg>`),
  )
    .jpeg({ quality: 80 })
    .toBuffer();
  const { modelInput, size } = await decodePreview(bytes, model.inputSize, new Workspace());
  const infer: Model['infer'] = async (image) => answer(await model.infer(image));
  return findMatte({ bytes, size, modelInput }, subject, { ...model, infer });
}

const GROUND = '<rect width="400" height="300" fill="#d8d4cc"/>';
const BLUE = '<ellipse cx="200" cy="150" rx="80" ry="60" fill="#1f4aa8"/>';
const RED = '<rect x="40" y="60" width="120" height="160" fill="#f00"/>';

const alphaAt = ({ alpha, width, height }: CoarseMatte, x: number, y: number): number =>
  alpha[Math.floor(y * height) * width + Math.floor(x * width)]!;

test('a faint subject becomes the best guess, as if certain', async () => {
  const faint = await found(`<rect width="400" height="300"/>${RED}`, (alpha) => alpha.map((value) => value * 0.2));
  expect(faint).toMatchObject({ isGuess: true });
  expect(alphaAt(faint!.matte, 0.25, 0.5)).toBeGreaterThan(0.9);
  expect(alphaAt(faint!.matte, 0.8, 0.5)).toBeLessThan(0.3);
});

test('where the model sees nothing, the best guess is what stands out from the background', async () => {
  const blue = await found(GROUND + BLUE, nothing);
  expect(blue).toMatchObject({ isGuess: true });
  expect(alphaAt(blue!.matte, 0.5, 0.5)).toBeGreaterThan(0.9);
  for (const [x, y] of [
    [0.05, 0.05],
    [0.95, 0.5],
    [0.5, 0.95],
    [0.15, 0.5],
  ] as const) {
    expect(alphaAt(blue!.matte, x, y)).toBeLessThan(0.1);
  }
});

test('guesses a marked subject that the model misses, and nothing beside it', async () => {
  const two = `${GROUND}<circle cx="90" cy="150" r="50" fill="#1f4aa8"/><circle cx="310" cy="150" r="50" fill="#1f4aa8"/>`;
  for (const subject of [
    { kind: 'point', x: 310, y: 150 },
    { kind: 'box', x: 250, y: 90, width: 120, height: 120 },
  ] as const) {
    const marked = await found(two, nothing, subject);
    expect(marked).toMatchObject({ isGuess: true });
    expect(alphaAt(marked!.matte, 310 / 400, 0.5)).toBeGreaterThan(0.9);
    expect(alphaAt(marked!.matte, 90 / 400, 0.5)).toBeLessThan(0.1);
  }
});

test('a picture of one flat thing has no subject: plain, with noise, or lit from one side', async () => {
  const noise =
    '<filter id="n"><feTurbulence baseFrequency="0.8" numOctaves="2"/><feColorMatrix values="0 0 0 0 0.8  0 0 0 0 0.8  0 0 0 0 0.8  0.06 0 0 0 0"/></filter>';
  const lit =
    '<linearGradient id="g"><stop stop-color="#e8e4dc"/><stop offset="1" stop-color="#c4c0b8"/></linearGradient>';
  for (const flat of [
    GROUND,
    `${GROUND}${noise}<rect width="400" height="300" filter="url(#n)"/>`,
    `${lit}<rect width="400" height="300" fill="url(#g)"/>`,
  ]) {
    expect(await found(flat, nothing), flat).toBeUndefined();
  }
});
