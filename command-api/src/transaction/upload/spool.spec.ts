import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentOf, openSpool } from './spool.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('pic');
  throw new Error('source');
}

test('a file is complete while it is used, and gone afterwards', async () => {
  const spool = await openSpool(directory);
  const sha256 = createHash('sha256').update('picture').digest('hex');
  const seen = await spool.receive(chunks('pic', 'ture'), async (file) => {
    expect(file).toMatchObject({ bytes: 7, sha256 });
    return readFile(file.path, 'utf8');
  });
  expect(seen).toBe('picture');
  expect(await readdir(directory)).toEqual([]);
});

test('nothing remains when the source, the use or the size fails', async () => {
  const spool = await openSpool(directory);
  await expect(spool.receive(failing(), async () => undefined)).rejects.toThrow('source');
  await expect(
    spool.receive(chunks('picture'), async () => {
      throw new Error('use');
    }),
  ).rejects.toThrow('use');
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      given += 1;
      yield Buffer.alloc(1024 * 1024);
    }
  }
  await expect(spool.receive(endless(), async () => undefined)).rejects.toThrow(
    expect.objectContaining({ code: 'file_too_large' }),
  );
  expect(given).toBe(MAX_UPLOAD_BYTES / 1024 / 1024 + 1);
  expect(await readdir(directory)).toEqual([]);
});

test('a start removes leftovers of dead processes, and nothing of running ones', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const names = {
    gone: `${hostname()}~${gone}~1`,
    own: `${hostname()}~${process.pid}~2`,
    living: `${hostname()}~${process.ppid}~3`,
    elsewhere: 'another-host~1~4',
    abandoned: 'another-host~1~5',
  };
  for (const name of Object.values(names)) await writeFile(join(directory, name), 'x');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(directory, names.abandoned), longAgo, longAgo);
  await openSpool(directory);
  expect((await readdir(directory)).sort()).toEqual([names.living, names.elsewhere].sort());
});

test('regression: the content of a file is opened by its first read', async () => {
  const content = contentOf({ path: join(directory, 'gone') });
  // An open stream would fail by itself.
  await delay(20);
  await expect(content.next()).rejects.toThrow('ENOENT');
});
