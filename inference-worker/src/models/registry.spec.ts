import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ModelError } from './manifest.ts';
import { readRegistry, type RegistryEntry } from './registry.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'registry-'));
  file = path.join(directory, 'models.json');
});

afterEach(() => rm(directory, { recursive: true }));

async function named(name: string, own?: string): Promise<RegistryEntry> {
  const entry = (await readRegistry(own)).find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`There is no ${name}`);
  return entry;
}

test("the product's list says of each model where it is, which file it is, and what its licence allows", async () => {
  const entries = await readRegistry();
  expect(entries.map(({ name }) => name)).toEqual(['u2netp', 'u2net', 'silueta', 'isnet-general-use', 'birefnet-lite']);
  for (const { address, sha256, bytes } of entries) {
    expect(address).toMatch(/^https:/);
    expect(sha256).toBeDefined();
    expect(bytes).toBeGreaterThan(1e6);
  }
});

test('a custom list comes first, and finds its files next to itself', async () => {
  const { address: _address, sha256: _sha256, bytes: _bytes, ...u2netp } = await named('u2netp');
  const own = { ...u2netp, name: 'mine', address: 'weights/mine.onnx' };
  const mirrored = { ...u2netp, address: 'https://mirror.example/u2netp.onnx' };
  await writeFile(file, JSON.stringify({ models: [own, mirrored] }));
  expect((await readRegistry(file)).map(({ name }) => name).slice(0, 3)).toEqual(['mine', 'u2netp', 'u2net']);
  expect((await named('mine', file)).address).toBe(path.join(directory, 'weights/mine.onnx'));
  expect((await named('u2netp', file)).address).toBe('https://mirror.example/u2netp.onnx');
  expect((await named('u2netp', file)).sha256).toBeUndefined();
});

test('refuses a list that is missing, not JSON or incomplete in one line that names it', async () => {
  const refusal = async (): Promise<string> => {
    const error: unknown = await readRegistry(file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as Error).message).toContain(file);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  };
  expect(await refusal()).toMatch(/no readable registry/);
  await writeFile(file, '{');
  expect(await refusal()).toMatch(/no readable registry/);
  await writeFile(file, JSON.stringify({ models: [{ ...(await named('u2net')), licence: { name: 'MIT' } }] }));
  expect(await refusal()).toMatch(/models\.0\.licence\.address/);
});
