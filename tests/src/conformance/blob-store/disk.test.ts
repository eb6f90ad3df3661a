import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { blobStoreSuite } from './suite.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clearcut-blobs-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

blobStoreSuite('disk', () => createDiskBlobStore({ directory }));

const unfinished = (store: string): Promise<string[]> => readdir(join(store, '.unfinished'));

test('nothing unfinished stays behind, whether a put or a deletion succeeds or fails', async () => {
  const own = join(directory, 'own');
  const store = await createDiskBlobStore({ directory: own });
  await store.put('transaction/1/original', Buffer.from('x'));
  await store.deletePrefix('transaction/1/');
  const failing = (async function* () {
    yield Buffer.alloc(100_000);
    throw new Error('cut');
  })();
  await expect(store.put('transaction/1/original', Readable.from(failing))).rejects.toThrow('cut');
  // Gone before the file was opened.
  await expect(store.put('transaction/1/original', new Readable().destroy(new Error('gone')))).rejects.toThrow('gone');
  // The key cannot be a file: there is a blob in the way.
  await store.put('transaction/2', Buffer.from('x'));
  await expect(store.put('transaction/2/original', Buffer.from('x'))).rejects.toThrow();
  expect(await unfinished(own)).toEqual([]);
  expect(await readdir(own)).toEqual(['.unfinished', 'transaction']);
});

test('an adopted file is not written again, and leaves nothing behind', async () => {
  const own = join(directory, 'adopting');
  const store = await createDiskBlobStore({ directory: own });
  const path = join(directory, 'spooled');
  await writeFile(path, 'picture');
  const file = { path, bytes: 7, sha256: createHash('sha256').update('picture').digest('hex') };
  for (const key of ['transaction/1/original', 'transaction/1/original', 'transaction/1/other']) {
    await store.adopt(key, file);
  }
  expect((await stat(join(own, 'transaction/1/original'))).ino).toBe((await stat(path)).ino);
  expect(await unfinished(own)).toEqual([]);
});

test('a file of another file system is copied and compared with its digest', async (context) => {
  const elsewhere = await mkdtemp('/dev/shm/clearcut-').catch(() => undefined);
  if (elsewhere === undefined || (await stat(elsewhere)).dev === (await stat(directory)).dev) return context.skip();
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  const own = join(directory, 'copying');
  const store = await createDiskBlobStore({ directory: own });
  const path = join(elsewhere, 'spooled');
  await writeFile(path, 'picture');
  const file = { path, bytes: 7, sha256: createHash('sha256').update('picture').digest('hex') };
  await store.adopt('transaction/1/original', file);
  expect(String(await store.read('transaction/1/original'))).toBe('picture');
  await expect(store.adopt('transaction/1/other', { ...file, sha256: '0'.repeat(64) })).rejects.toThrow('changed');
  expect(await unfinished(own)).toEqual([]);
  await expect(store.read('transaction/1/other')).rejects.toThrow('no blob');
});

test('a start removes leftovers of a crash, and nothing that another process may be writing', async () => {
  const own = join(directory, 'crashed');
  await createDiskBlobStore({ directory: own });
  const place = (name: string): string => join(own, '.unfinished', name);
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await writeFile(place('put-old'), 'half');
  await utimes(place('put-old'), twoHoursAgo, twoHoursAgo);
  await writeFile(place('put-young'), 'half');
  await mkdir(place('deleted-young'));
  await writeFile(join(place('deleted-young'), 'original'), 'x');
  await createDiskBlobStore({ directory: own });
  expect(await unfinished(own)).toEqual(['put-young']);
});

test('no other user account of the machine can read the blobs, nor those of a previously open store', async () => {
  const own = join(directory, 'private');
  const modeOf = async (): Promise<number> => (await stat(own)).mode & 0o777;
  await createDiskBlobStore({ directory: own });
  expect(await modeOf()).toBe(0o700);
  await chmod(own, 0o755);
  await createDiskBlobStore({ directory: own });
  expect(await modeOf()).toBe(0o700);
});

test('a process killed in the middle of a put leaves no blob, and the same put succeeds afterwards', async () => {
  const own = join(directory, 'killed');
  const store = await createDiskBlobStore({ directory: own });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-put.ts'), own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await unfinished(own)).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(store.read('transaction/1/original')).rejects.toThrow('There is no blob');
  await store.put('transaction/1/original', Buffer.from('whole'));
  expect(String(await store.read('transaction/1/original'))).toBe('whole');
});
