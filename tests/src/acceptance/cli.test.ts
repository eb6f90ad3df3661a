/** The command line against the running product: as a visitor, and with a key. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CreatedKey } from '@clearcut/schemas/api-keys/http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const PROGRAM = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

let product: Installation;
let folder: string;

beforeAll(async () => {
  product = await startInstallation();
  folder = await mkdtemp(path.join(tmpdir(), 'cli-'));
  const photos = path.join(folder, 'photos');
  await mkdir(path.join(photos, 'more'), { recursive: true });
  await writeFile(path.join(photos, 'a.jpg'), await photo({ width: 900, height: 600 }));
  await cp(path.join(photos, 'a.jpg'), path.join(photos, 'same.jpg'));
  await writeFile(path.join(photos, 'more', 'b.jpg'), await photo({ width: 700, height: 600 }));
  await writeFile(path.join(photos, 'broken.png'), 'no picture');
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: Buffer;
  readonly said: string;
}

async function clearcut(words: readonly string[], env: Record<string, string> = {}, input?: Buffer): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], CLEARCUT_URL: product.url, ...env },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { code, out, said };
}

const lines = ({ out }: Ended) =>
  out.toString().trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore

test('a folder without a key: previews, a broken file alone fails, and a second run sends nothing', async () => {
  const first = await clearcut(['photos/', '-o', 'out/', '--json', '--concurrency', '1']);
  expect(first.said).toContain('broken.png');
  expect(first.code).toBe(1);
  const seen = lines(first).map(
    ({ input, outcome, credits }) => `${path.basename(String(input))} ${String(outcome)} ${String(credits)}`,
  );
  expect(seen.sort()).toEqual(['a.jpg done 0', 'b.jpg done 0', 'broken.png failed 0', 'same.jpg done-before 0']);
  const made = (await readdir(path.join(folder, 'out'), { recursive: true })).filter((name) => name.endsWith('.png'));
  expect(made.sort()).toEqual(['a-cutout.png', path.join('more', 'b-cutout.png'), 'same-cutout.png']);
  const cutOut = await sharp(await readFile(path.join(folder, 'out', 'a-cutout.png'))).metadata();
  expect(cutOut).toMatchObject({ width: 500, hasAlpha: true });

  const uploads = (await product.uploads()).length;
  await rm(path.join(folder, 'photos', 'broken.png'));
  const second = await clearcut(['photos/', '-o', 'out/', '--json']);
  expect([second.code, new Set(lines(second).map(({ outcome }) => outcome))]).toEqual([0, new Set(['done-before'])]);
  expect(await product.uploads()).toHaveLength(uploads);
});

test('a pipe', async () => {
  const { code, out } = await clearcut(
    ['-', '--crop', '--background', '#ffffff', '--format', 'jpg'],
    {},
    await photo(),
  );
  expect(code).toBe(0);
  expect((await sharp(out).metadata()).format).toBe('jpeg');
});

test('with a key: HD for a credit each, until there are none', async () => {
  const { person } = await newSaver(product, 1);
  const { key } = await bodyOf<CreatedKey>(await person.send('POST', '/api/keys/', { label: 'Command line' }));
  const env = { CLEARCUT_API_KEY: key };
  const first = await clearcut(['photos/a.jpg', '-o', 'hd.png', '--size', 'full'], env);
  expect([first.code, first.said]).toEqual([0, '']);
  expect((await sharp(path.join(folder, 'hd.png')).metadata()).width).toBe(900);
  const without = await clearcut(['photos/more/b.jpg', '-o', 'none.png', '--size', 'full'], env);
  expect(without.code).toBe(3);
});

test.for([
  { words: [], says: 'Name a picture' },
  { words: ['nowhere.jpg'], says: 'There is no nowhere.jpg' },
  { words: ['photos', '--size', 'full'], says: 'CLEARCUT_API_KEY' },
  { words: ['photos', '--format', 'jpg'], says: 'background' },
  { words: ['photos', '--fast'], says: '--fast' },
])('$words is a wrong call', async ({ words, says }) => {
  const { code, said } = await clearcut(words);
  expect([code, said.includes(says), said.includes('Usage:')]).toEqual([2, true, true]);
});
