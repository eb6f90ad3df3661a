import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPairs } from './pairs.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'pairs-'));
});

afterEach(() => rm(directory, { recursive: true }));

async function files(folder: string, ...names: string[]): Promise<string> {
  const at = path.join(directory, folder);
  await mkdir(at);
  for (const name of names) await writeFile(path.join(at, name), '');
  return at;
}

test('masks beside the pictures are no pictures, and no picture is its own mask', async () => {
  const at = await files('both', 'b.png', 'a.jpg', 'a.mask.png', 'notes.txt', 'c.JPEG', 'c.png');
  const { pairs, skipped } = await findPairs(at, at);
  expect(pairs.map(({ name, mask }) => [name, path.basename(mask)])).toEqual([
    ['a.jpg', 'a.mask.png'],
    ['c.JPEG', 'c.png'],
  ]);
  expect(skipped).toEqual([{ name: 'b.png', reason: 'has no mask' }]);
});

test('does not measure two files that could be each other’s mask', async () => {
  const at = await files('unclear', 'cat.png', 'cat.webp', 'dog.webp', 'dog.mask.webp');
  const { pairs, skipped } = await findPairs(at, at);
  expect(pairs.map(({ name }) => name)).toEqual(['dog.webp']);
  expect(skipped).toEqual([
    { name: 'cat.png', reason: 'may be the mask of cat.webp: name the mask cat.mask.png' },
    { name: 'cat.webp', reason: 'may be the mask of cat.png: name the mask cat.mask.png' },
  ]);
});

test('masks in a separate folder may have the picture’s name', async () => {
  const images = await files('images', 'a.png', 'b.webp');
  const masks = await files('masks', 'a.png', 'b.webp');
  const { pairs, skipped } = await findPairs(images, masks);
  expect(pairs.map(({ picture, mask }) => [picture, mask])).toEqual([
    [path.join(images, 'a.png'), path.join(masks, 'a.png')],
    [path.join(images, 'b.webp'), path.join(masks, 'b.webp')],
  ]);
  expect(skipped).toEqual([]);
  await expect(findPairs(path.join(directory, 'nowhere'), masks)).rejects.toThrow(/nowhere cannot be read/);
});
