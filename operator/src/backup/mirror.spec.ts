import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, oneof, record, tuple } from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Mirror } from './mirror.ts';

let root: string;
const source = () => join(root, 'source');
const target = () => join(root, 'target');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcut-mirror-'));
  await mkdir(source());
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  const unfinished = join(root, 'unfinished');
  await writeFile(unfinished, content);
  await mkdir(dirname(join(source(), path)), { recursive: true });
  await rename(unfinished, join(source(), path));
}

async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')]),
  );
  return Object.fromEntries(contents) as Record<string, string>;
}

test('one round makes the copy identical after any changes', async () => {
  const path = tuple(constantFrom('a', 'b'), constantFrom('x', 'y')).map((parts) => parts.join('/'));
  // Files never change: rewriting one gives the same content.
  const change = oneof(record({ put: path }), record({ remove: oneof(path, constantFrom('a', 'b')) }));
  await assert(
    asyncProperty(array(array(change, { maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      await rm(source(), { recursive: true });
      await mkdir(source());
      const mirror = new Mirror(source(), target());
      for (const changes of rounds) {
        for (const one of changes) {
          if ('put' in one) await put(one.put, `of ${one.put}`);
          else await rm(join(source(), one.remove), { recursive: true, force: true });
        }
        await (
          await mirror.copyNew()
        )();
        expect(await treeOf(target())).toEqual(await treeOf(source()));
      }
    }),
    { numRuns: 60 },
  );
});

test('removed files stay in the copy until the log is copied', async () => {
  const mirror = new Mirror(source(), target());
  await put('a/x', 'picture');
  await (
    await mirror.copyNew()
  )();
  await rm(join(source(), 'a'), { recursive: true });
  const removeGone = await mirror.copyNew();
  expect(await treeOf(target())).toEqual({ '/a/x': 'picture' });
  await removeGone();
  expect(await treeOf(target())).toEqual({});
});

test("does not copy a store's unfinished work", async () => {
  await mkdir(join(source(), '.unfinished'));
  await writeFile(join(source(), '.unfinished/put-1'), 'half');
  await (
    await new Mirror(source(), target()).copyNew()
  )();
  expect(await readdir(target())).toEqual([]);
});
