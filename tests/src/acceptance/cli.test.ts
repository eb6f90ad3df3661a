/** The CLI against the running product: as a visitor, and with a key. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const PROGRAM = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

let product: Installation;
let folder: string;

beforeAll(async () => {
  product = await sharedInstallation();
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

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  CLEARCUT_URL: product.url,
  XDG_STATE_HOME: path.join(folder, 'state'),
});

async function clearcut(words: readonly string[], env: Record<string, string> = {}, input?: Buffer): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { code, out, said };
}

const lines = ({ out }: Ended) =>
  out
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('a folder without a key: makes previews, fails only broken files, and sends nothing the second time', async () => {
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

test("a NAS's folder: cuts out its own pictures and counts the rest", async () => {
  const nas = path.join(folder, 'nas');
  await mkdir(path.join(nas, '@eaDir', 'photo.jpg'), { recursive: true });
  await mkdir(path.join(nas, '.trash'));
  const jpeg = await photo({ width: 400, height: 300 });
  const files = ['photo.jpg', '@eaDir/photo.jpg/SYNOPHOTO_THUMB_XL.jpg', '.trash/deleted.jpg', 'windows.jfif'];
  for (const [index, name] of files.entries()) {
    await writeFile(path.join(nas, name), Buffer.concat([jpeg, Buffer.from([index])]));
  }
  await writeFile(path.join(nas, '._photo.jpg'), '\u0000\u0005\u0016\u0007\u0000\u0002\u0000\u0000Mac OS X');
  await writeFile(path.join(nas, 'empty.jpg'), '');
  const { code, said } = await clearcut(['nas/', '-o', 'from-nas/']);
  expect(said).toContain('empty.jpg: The file is empty.');
  expect(said).toContain("Left out 3: 2 hidden; 1 another system's thumbnail or file");
  expect(said).toContain('2 done, 1 failed, 0 credits');
  expect([code, (await readdir(path.join(folder, 'from-nas'))).sort()]).toEqual([
    1,
    ['photo-cutout.png', 'windows-cutout.png'],
  ]);
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
  const { key } = await createKey(person, { label: 'Command line' });
  const env = { CLEARCUT_API_KEY: key };
  const first = await clearcut(['photos/a.jpg', '-o', 'hd.png', '--size', 'full'], env);
  expect([first.code, first.said]).toEqual([0, '']);
  expect((await sharp(path.join(folder, 'hd.png')).metadata()).width).toBe(900);
  const without = await clearcut(['photos/more/b.jpg', '-o', 'none.png', '--size', 'full'], env);
  expect(without.code).toBe(3);
});

test('with a key: a mask within a box, and the subject at a point', async () => {
  const { person } = await newSaver(product, 1);
  const { key } = await createKey(person, { label: 'Choosing' });
  const env = { CLEARCUT_API_KEY: key };
  const masked = await clearcut(
    ['photos/a.jpg', '-o', 'mask.png', '--mask', '--box', '100,50,700,500', '--size', 'preview'],
    env,
  );
  expect([masked.code, masked.said]).toEqual([0, '']);
  expect(await sharp(path.join(folder, 'mask.png')).metadata()).toMatchObject({ channels: 1, width: 500 });
  const pointed = await clearcut(['photos/a.jpg', '-o', 'point.png', '--point', '450,300', '--size', 'full'], env);
  expect([pointed.code, pointed.said]).toEqual([0, '']);
  expect((await sharp(path.join(folder, 'point.png')).metadata()).width).toBe(900);
  const visitor = await clearcut(['photos/a.jpg', '-o', 'visitor.png', '--point', '450,300']);
  expect([visitor.code, visitor.said]).toEqual([0, '']);
});

test.for([
  { words: [], says: 'Name a picture' },
  { words: ['nowhere.jpg'], says: 'There is no nowhere.jpg' },
  { words: ['photos', '--size', 'full'], says: 'CLEARCUT_API_KEY' },
  { words: ['photos', '--format', 'jpg'], says: 'background' },
  { words: ['photos', '--fast'], says: '--fast' },
  { words: ['-', '--watch'], says: 'standard input' },
  { words: ['photos', '--watch', '-o', '-'], says: 'one picture' },
])('$words is refused as a wrong call', async ({ words, says }) => {
  const { code, said } = await clearcut(words);
  expect([code, said.includes(says), said.includes('--help')]).toEqual([2, true, true]);
});

test('a watched folder: cuts out new pictures, does not resend renamed ones, and stops at Ctrl-C', async () => {
  const inbox = path.join(folder, 'inbox');
  await mkdir(inbox);
  await cp(path.join(folder, 'photos', 'a.jpg'), path.join(inbox, 'first.jpg'));
  const child = spawn(process.execPath, [PROGRAM, 'inbox/', '-o', 'made/', '--watch', '--json'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcomes = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { input, outcome } = JSON.parse(String((await outcomes.next()).value)) as Record<'input' | 'outcome', string>;
    return `${path.basename(input)} ${outcome}`;
  };
  expect(await next()).toBe('first.jpg done');
  const uploads = (await product.uploads()).length;
  await rename(path.join(inbox, 'first.jpg'), path.join(inbox, 'renamed.jpg'));
  expect(await next()).toBe('renamed.jpg done-before');
  expect(await product.uploads()).toHaveLength(uploads);
  const second = await photo({ width: 500, height: 600 });
  // Copied slowly: ignored until complete.
  await writeFile(path.join(inbox, 'second.jpg'), second.subarray(0, second.length / 2));
  await delay(1_500);
  await writeFile(path.join(inbox, 'second.jpg'), second);
  expect(await next()).toBe('second.jpg done');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  const made = (await readdir(path.join(folder, 'made'))).filter((name) => name.endsWith('.png'));
  expect(made.sort()).toEqual(['first-cutout.png', 'renamed-cutout.png', 'second-cutout.png']);
});

async function assistant(env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const command = { command: process.execPath, args: [PROGRAM, 'mcp'], cwd: folder };
  await client.connect(new StdioClientTransport({ ...command, env: { ...environment(), ...env } }));
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first, second] = content as { type: string; text?: string; data?: string }[];
  return { isError, text: first?.text ?? '', picture: second?.data };
}

describe("clearcut mcp, with the SDK's client", () => {
  test('makes previews without a key, and says what needs one', async () => {
    const client = await assistant();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['remove_background', 'save', 'account']);
    const made = await call(client, 'remove_background', { path: 'photos/a.jpg', out: 'by-assistant.png', crop: true });
    expect(made.text).toContain(path.join(folder, 'by-assistant.png'));
    const shown = sharp(Buffer.from(made.picture ?? '', 'base64'));
    expect((await shown.metadata()).hasAlpha).toBe(true);
    expect(await shown.toBuffer()).toEqual(await sharp(path.join(folder, 'by-assistant.png')).toBuffer());
    expect(await call(client, 'account')).toMatchObject({
      isError: false,
      text: expect.stringContaining('CLEARCUT_API_KEY') as string,
    });
    expect(await call(client, 'save', { path: 'photos/a.jpg', spend_credit: true })).toMatchObject({ isError: true });
    expect(await call(client, 'remove_background', { path: 'nowhere.jpg' })).toMatchObject({ isError: true });
    expect(await call(client, 'remove_background')).toEqual({ isError: true, text: 'Give one of path and url.' });
    expect(await call(client, 'dance')).toMatchObject({ isError: true });
    await client.ping();
  });

  test('with a key, saves in HD for a credit once the user has agreed', async () => {
    const { person } = await newSaver(product, 1);
    const { key } = await createKey(person, { label: 'Assistant' });
    const client = await assistant({ CLEARCUT_API_KEY: key });
    const input = { path: 'photos/more/b.jpg', out: 'by-assistant-hd.png' };
    expect(await call(client, 'save', { ...input, spend_credit: false })).toMatchObject({ isError: true });
    expect((await call(client, 'save', { ...input, spend_credit: true })).text).toContain('(1 credits)');
    expect((await sharp(path.join(folder, 'by-assistant-hd.png')).metadata()).width).toBe(700);
    expect(JSON.parse((await call(client, 'account')).text)).toMatchObject({ credits: 0 });
  });
});
