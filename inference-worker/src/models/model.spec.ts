import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identityOf, ModelError, readManifest } from './manifest.ts';
import { loadModel } from './model.ts';
import { tinyOnnx } from './testing/tiny-onnx.ts';

const bundled = new URL('../../models/clearcut-2/', import.meta.url);
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'model-'));
  for (const file of ['model.onnx', 'detail.onnx', 'manifest.json']) {
    await copyFile(new URL(file, bundled), path.join(directory, file));
  }
});

afterEach(() => rm(directory, { recursive: true }));

async function changeManifest(change: Record<string, unknown>): Promise<void> {
  const file = path.join(directory, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...manifest, ...change }));
}

async function refusal(): Promise<string> {
  const error: unknown = await loadModel(directory).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ModelError);
  const { message } = error as ModelError;
  expect(message).toContain(directory);
  expect(message).not.toContain('\n');
  return message;
}

test('returns a matte of its input size, the same every time', async () => {
  const model = await loadModel(directory);
  const { width, height } = model.inputSize;
  const data = new Uint8Array(width * height * 3).map((_, i) => (i * 7) % 256);
  const image = { data, width, height, channels: 3 } as const;
  const matte = await model.infer(image);
  expect(matte).toHaveLength(width * height);
  expect(matte.every((value) => value >= 0 && value <= 1)).toBe(true);
  expect(await model.infer(image)).toEqual(matte);
  await model.close();
});

test('the calling thread is idle while the model works, so leases are renewed however long it takes', async () => {
  const model = await loadModel(directory);
  const { width, height } = model.inputSize;
  const before = performance.eventLoopUtilization();
  await model.infer({ data: new Uint8Array(width * height * 3), width, height, channels: 3 });
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  await model.close();
});

test('two models answer as each does alone, even after one is closed', async () => {
  await useTinyModel({ normalise: 'sigmoid' });
  const [one, other] = await Promise.all([loadModel(directory), loadModel(directory)]);
  const image = { data: new Uint8Array(16 * 16 * 3).fill(255), width: 16, height: 16, channels: 3 } as const;
  const matte = await other.infer(image);
  const last = one.infer(image);
  await one.close();
  expect(await last).toEqual(matte);
  expect(await other.infer(image)).toEqual(matte);
  await other.close();
});

const sum = (alpha: Float32Array): number => alpha.reduce((total, value) => total + value, 0);

test('the detail network answers with a matte of its own input size, which follows the given matte', async () => {
  const model = await loadModel(directory);
  const detail = model.detail!;
  const { width, height } = detail.inputSize;
  const image = { data: new Uint8Array(width * height * 3).fill(128), width, height, channels: 3 } as const;
  const left = Float32Array.from({ length: width * height }, (_, i) => (i % width < width / 2 ? 1 : 0));
  const [seen, unseen] = [
    await detail.infer(image, left),
    await detail.infer(
      image,
      left.map(() => 0),
    ),
  ];
  expect(seen).toHaveLength(width * height);
  expect([...seen, ...unseen].every((value) => value >= 0 && value <= 1)).toBe(true);
  expect(sum(seen)).toBeGreaterThan(sum(unseen) + 1);
  await model.close();
});

test('another detail network makes another model', async () => {
  const manifest = await readManifest(directory);
  const { name, version, sha256 } = identityOf(manifest);
  const detail = { ...manifest.detail!, sha256: '0'.repeat(64) };
  expect(identityOf({ ...manifest, detail })).toMatchObject({ name, version });
  expect(new Set([sha256, manifest.sha256, identityOf({ ...manifest, detail }).sha256]).size).toBe(3);
  expect(identityOf({ ...manifest, detail: undefined }).sha256).toBe(manifest.sha256);
});

test.each(['model.onnx', 'detail.onnx'])('refuses a %s that its manifest does not describe', async (name) => {
  const file = path.join(directory, name);
  const bytes = await readFile(file);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(file, bytes);
  expect(await refusal()).toMatch(/SHA-256/);
});

test('refuses an incomplete manifest, naming what is wrong', async () => {
  await changeManifest({ noSubjectBelow: 'low' });
  expect(await refusal()).toMatch(/noSubjectBelow/);
});

test('refuses a file that is not a model, even with the right digest', async () => {
  await writeFile(path.join(directory, 'model.onnx'), 'no model');
  await changeManifest({ sha256: createHash('sha256').update('no model').digest('hex') });
  expect(await refusal()).toMatch(/cannot be loaded/);
});

test('says which folder has no model', async () => {
  await rm(path.join(directory, 'manifest.json'));
  expect(await refusal()).toMatch(/manifest/);
});

async function useTinyModel(output: object, elements: 'float32' | 'float16' = 'float32'): Promise<void> {
  const bytes = tinyOnnx(16, elements);
  await writeFile(path.join(directory, 'model.onnx'), bytes);
  await changeManifest({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    input: { width: 16, height: 16, resize: 'fill', range: '0..1', mean: [0, 0, 0], std: [1, 1, 1] },
    output,
    detail: undefined,
  });
}

async function ofRed(red: number): Promise<number> {
  const model = await loadModel(directory);
  const data = Uint8Array.from({ length: 16 * 16 * 3 }, (_, i) => (i % 3 === 0 ? red : 77));
  const matte = await model.infer({ data, width: 16, height: 16, channels: 3 });
  await model.close();
  expect(new Set(matte).size).toBe(1);
  return matte[0]!;
}

test('uses the first input and output where the manifest names none; weights may be stored in 16 bits', async () => {
  await useTinyModel({ normalise: 'sigmoid' });
  expect(await ofRed(255)).toBeCloseTo(1 / (1 + Math.exp(-2)), 5);
  expect(await ofRed(0)).toBeCloseTo(0.5, 5);
  await useTinyModel({ name: 'twice', normalise: 'sigmoid' });
  expect(await ofRed(255)).toBeCloseTo(1 / (1 + Math.exp(-4)), 5);
  await useTinyModel({ name: 'alpha', normalise: 'none' });
  const error: unknown = await loadModel(directory).catch((reason: unknown) => reason);
  expect((error as Error).message).toMatch(/has the outputs logits, twice; its manifest says alpha$/);
});

test('refuses a model whose inputs are 16-bit floats in one line', async () => {
  await useTinyModel({ normalise: 'none' }, 'float16');
  const error: unknown = await loadModel(directory).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ModelError);
  expect((error as Error).message).toMatch(/^The model clearcut-2 does not run as its manifest says: .*float16.*$/);
});
