import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyFiles } from './files.ts';

let root: string;
const at = (...names: string[]): string => join(root, ...names);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcut-files-'));
  await mkdir(at('data/models/bold'), { recursive: true });
  await writeFile(at('data/models/bold/model.onnx'), 'bold');
  await writeFile(at('data/models/.current'), 'bold');
});
afterEach(() => rm(root, { recursive: true }));

test('regression: a model that was removed came back with a restore', async () => {
  await copyFiles(at('data'), at('copy'));
  expect(await readdir(at('copy/models/bold'))).toEqual(['model.onnx']);
  await rm(at('data/models/bold'), { recursive: true });
  await copyFiles(at('data'), at('copy'));
  expect(await readdir(at('copy/models'))).toEqual(['.current']);
});

test('regression: of models on another disk, a backup had the link alone', async () => {
  await mkdir(at('disk/bright'), { recursive: true });
  await symlink(at('disk/bright'), at('data/models/bright'));
  await copyFiles(at('data'), at('copy'));
  await rm(at('disk'), { recursive: true });
  expect(await readdir(at('copy/models/bright'))).toEqual([]);
});

test('regression: while the disk of a model was away, there was no backup of anything', async () => {
  await mkdir(at('disk'));
  await symlink(at('disk'), at('data/models/bright'));
  await writeFile(at('disk/model.onnx'), 'bright');
  await copyFiles(at('data'), at('copy'));
  await rm(at('disk'), { recursive: true });
  await writeFile(at('data/models/.current'), 'bright');
  await copyFiles(at('data'), at('copy'));
  expect(await readFile(at('copy/models/.current'), 'utf8')).toBe('bright');
  // Its earlier copy stays.
  expect(await readdir(at('copy/models/bright'))).toEqual(['model.onnx']);
});

test('regression: a backup held partial downloads of models', async () => {
  for (const folder of ['data', 'copy']) {
    await mkdir(at(folder, 'models/.unfinished'), { recursive: true });
    await writeFile(at(folder, 'models/.unfinished/0a.part'), 'half');
    await writeFile(at(folder, 'models/.lock'), '{}');
  }
  await copyFiles(at('data'), at('copy'));
  expect((await readdir(at('copy/models'))).sort()).toEqual(['.current', 'bold']);
});

test("leaves out what is copied separately, and a file system's own folder", async () => {
  for (const name of ['postgres', 'blobs', 'logs', 'lost+found']) await mkdir(at('data', name));
  await copyFiles(at('data'), at('copy'));
  expect(await readdir(at('copy'))).toEqual(['models']);
});
