/** Runs the commands that the documents print, as printed, in a folder of the project with a photo in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { type PrintedCommands, readPrintedCommands } from '../support/printed-commands.ts';
import { eventually, type Product, startProduct } from '../support/product.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';

let printed: PrintedCommands;
let folder: string;
let product: Product;
let key: string;
let backups: string;

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

function start(command: string, dataDir: string, cwd = folder): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn('bash', ['-o', 'pipefail', '-c', command], {
    cwd,
    env: {
      PATH: `${join(folder, 'bin')}:${PATH}`,
      HOME,
      XDG_STATE_HOME: folder,
      DATA_DIR: dataDir,
      PORT: '0',
      ...LOG_IN_POSTGRES,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Runs the printed command with the reader's values in place of the document's. */
async function run(
  document: string,
  beginning: string,
  values: Record<string, string> = {},
  cwd = folder,
): Promise<Outcome> {
  const child = start(filledIn(printed.take(document, beginning), values), product.dataDir, cwd);
  const [out, errors, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  expect({ command: beginning, code, errors: code === 0 ? '' : errors + out }).toEqual({
    command: beginning,
    code: 0,
    errors: '',
  });
  return { out, errors, code };
}

function filledIn(command: string, values: Record<string, string>): string {
  const all = { 'http://localhost:3000': product.url, 'https://YOUR-HOST': product.url, 'cck_live_…': key, ...values };
  return Object.entries(all).reduce((filled, [name, value]) => filled.replaceAll(name, value), command);
}

/** Ends by Ctrl-C, after a picture that arrives meanwhile is cut out. */
async function watched(document: string, beginning: string, [inbox, done]: readonly [string, string]): Promise<void> {
  const child = start(printed.take(document, beginning), product.dataDir);
  await writeFile(join(folder, inbox, 'late.jpg'), await photo({ width: 320, height: 240 }));
  await eventually(() => pictureAt(`${done}/late-cutout.png`).catch(() => undefined));
  await interrupt(child, 'SIGINT');
}

async function interrupt(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid!, signal);
  await ended;
}

const pictureAt = async (path: string) => (await sharp(await readFile(join(folder, path))).metadata()).format;

beforeAll(async () => {
  printed = await readPrintedCommands();
  await mkdir(join(projectRoot, '.cache'), { recursive: true });
  folder = await mkdtemp(join(projectRoot, '.cache', 'documents-'));
  backups = join(folder, 'backups');
  await mkdir(join(folder, 'bin'));
  await writeFile(
    join(folder, 'bin', 'clearcut'),
    `#!/bin/sh\nexec node ${join(projectRoot, 'cli/src/main.ts')} "$@"\n`,
  );
  await chmod(join(folder, 'bin', 'clearcut'), 0o755);
  const picture = await photo({ width: 640, height: 480 });
  const mask = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const name of ['photos', 'masks']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'photo.jpg'), picture);
  await writeFile(join(folder, 'photos', 'a.jpg'), picture);
  await writeFile(join(folder, 'masks', 'a.png'), mask);
  // With its own PostgreSQL, which `backup` copies.
  product = await startProduct({ env: { ...LOG_IN_POSTGRES, STARTER_CREDITS: '3' } });
  const person = createPerson(product.url);
  await person.signUp('someone@example.com');
  await person.prove('someone@example.com');
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

describe('README.md', () => {
  test('a key, a first request, and files without a server', async () => {
    key = /cck_live_\w+/.exec((await run('README.md', 'npm run operator -- create-api-key')).out)?.[0] ?? '';
    await run('README.md', 'curl');
    expect(await pictureAt('cutout.png')).toBe('png');
    await run('README.md', 'npm run cutout');
    expect(await pictureAt('out/a-cutout.png')).toBe('png');
  });
});

describe('docs/api.md', () => {
  test('with a key', async () => {
    await run('docs/api.md', 'npm run operator -- create-api-key');
    const { out } = await run('docs/api.md', "curl -H 'X-Api-Key");
    expect(out).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('without a key', async () => {
    const { id } = JSON.parse((await run('docs/api.md', 'curl -X POST')).out) as { id: string };
    const view = "curl -H 'client-id: my-own-secret-id' http";
    await eventually(async () =>
      /"UPLOADED"/.test((await run('docs/api.md', view, { ID: id })).out) ? true : undefined,
    );
    await run('docs/api.md', "curl -H 'client-id: my-own-secret-id' -o", { ID: id });
    expect(await pictureAt('cutout.png')).toBe('png');
  });

  test('on the command line', async () => {
    await rm(join(folder, 'out'), { recursive: true, force: true });
    await run('docs/api.md', 'npm run cutout -- photos/ -o out/');
    await watched('docs/api.md', 'npm run cutout -- photos/ -o out/ --watch', ['photos', 'out']);
    await run('docs/api.md', 'cat photo.jpg');
    expect(await pictureAt('cutout.png')).toBe('png');
    await run('docs/api.md', 'npm run cutout -- photo.jpg --mask');
  });
});

test('docs/recipes.md: a watched folder', async () => {
  await mkdir(join(folder, 'inbox'));
  await watched('docs/recipes.md', 'clearcut inbox/ -o done/ --watch', ['inbox', 'done']);
});

test('docs/move.md: the same request at another address', async () => {
  expect((await run('docs/move.md', 'curl')).out).toMatch(/^HTTP\/1\.1 200 /);
});

describe('cli/README.md', () => {
  test('packs, and cuts out files, folders and pipes', async () => {
    const { out } = await run('cli/README.md', 'npm pack', {}, projectRoot);
    const packed = out.split('\n').filter((line) => line.endsWith('.tgz'));
    for (const name of packed) await rm(join(projectRoot, name));
    expect(printed.take('cli/README.md', 'npm install --global')).toContain(packed.join(' ./'));
    await run('cli/README.md', 'clearcut photo.jpg');
    expect(await pictureAt('photo-cutout.png')).toBe('png');
    await run('cli/README.md', 'clearcut photos/ -o out/ --format webp');
    expect(await pictureAt('out/a-cutout.webp')).toBe('webp');
    await run('cli/README.md', 'cat photo.jpg');
    await run('cli/README.md', 'clearcut --help');
  });

  test('with a server', async () => {
    const settings = printed.take('cli/README.md', 'export');
    await rm(join(folder, 'out'), { recursive: true, force: true });
    const values = { 'https://clearcut.example.com': product.url };
    const command = 'clearcut photos/ -o out/';
    await run('cli/README.md', command, { [command]: `${filledIn(settings, values)}; ${command}` });
  });
});

const completeThrough = async (): Promise<string> =>
  (JSON.parse(await readFile(join(backups, 'backup.json'), 'utf8')) as { completeThrough: string }).completeThrough;

const restored = (): Record<string, string> => ({
  '/mnt/backup': backups,
  '/srv/clearcut': join(folder, 'restored'),
});
const forget = () => rm(join(folder, 'restored'), { recursive: true, force: true });

describe('docs/backup.md', () => {
  test('copies once, and follows until Ctrl-C', async () => {
    await run('docs/backup.md', 'npm run operator -- backup /mnt/backup', restored());
    const follow = printed.take('docs/backup.md', 'npm run operator -- backup /mnt/backup --follow');
    const child = start(filledIn(follow, restored()), product.dataDir);
    const begun = Date.now();
    await eventually(async () => (Date.parse(await completeThrough()) > begun ? true : undefined));
    await interrupt(child, 'SIGINT');
  });

  test('restores everything or a point in time, and starts from it', async () => {
    await run('docs/backup.md', 'DATA_DIR=/srv/clearcut npm run operator -- restore /mnt/backup --at', {
      ...restored(),
      '2026-11-24T09:30:00Z': await completeThrough(),
    });
    await forget();
    await run('docs/backup.md', 'DATA_DIR=/srv/clearcut npm run operator -- restore /mnt/backup', restored());
    const child = start(filledIn(printed.take('docs/backup.md', 'DATA_DIR=/srv/clearcut npm start'), restored()), '');
    let said = '';
    child.stdout!.setEncoding('utf8').on('data', (part: string) => (said += part));
    await eventually(() => (said.includes('Clearcut is ready') ? true : undefined));
    await interrupt(child, 'SIGTERM');
    await run('docs/backup.md', 'npm run operator -- verify-ledger');
    await run('docs/backup.md', 'npm run operator -- billing-sync');
  });
});

test('AGENTS.md: one test file, checks of texts, and the programs’ help', async () => {
  await run('AGENTS.md', 'npx vitest', { PATH: 'schemas/src/errors.spec.ts' }, projectRoot);
  await run('AGENTS.md', 'npm run locales', { LANGUAGE: 'de' });
  await run('AGENTS.md', 'node tests/src/english/main.ts', { PATH: 'docs/' }, projectRoot);
  await run('AGENTS.md', 'npm run operator -- --help');
  await run('AGENTS.md', 'npm run models -- --help');
});

test('inference-worker/models/README.md: measures a model', async () => {
  const [beginning, ...optional] = printed
    .take('inference-worker/models/README.md', 'npm run models -- evaluate')
    .split(' [');
  const values = Object.fromEntries(optional.map((part) => [` [${part}`, '']));
  expect((await run('inference-worker/models/README.md', beginning ?? '', values)).out).toContain('IoU');
});

test('every printed command has run, or has a reason not to', () => {
  expect(printed.left()).toEqual([]);
});
