/** Hostile answers and file names, and results that cannot be written. */
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const picture: Answer = (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(photo);

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'cli-answers-')), 'work');
  await mkdir(folder);
  await writeFile(path.join(folder, 'shoe.png'), photo);
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

/** @returns its address and the keys of the requests that came */
async function serve(answer: Answer): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    request.resume().once('end', () => {
      keys.push(request.headers['x-api-key'] as string | undefined);
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

function start(url: string, words: readonly string[], key = 'cck_live_test') {
  const env = {
    PATH: process.env['PATH'] ?? '',
    CLEARCUT_URL: url,
    CLEARCUT_API_KEY: key,
    XDG_STATE_HOME: path.join(folder, '..', 'state'),
  };
  return spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, env });
}

async function clearcut(url: string, words: readonly string[], input: Readable = Readable.from([])) {
  const child = start(url, words);
  input.pipe(child.stdin.on('error', () => input.destroy()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, said };
}

test('regression: neither key nor picture follows a redirect to another server', async () => {
  const thief = await serve(picture);
  const server = await serve((response) => response.writeHead(307, { location: `${thief.url}/v1.0/removebg` }).end());
  const run = await clearcut(server.url, ['shoe.png']);
  expect([run.code, run.said]).toEqual([1, expect.stringContaining(`sends on to ${thief.url}`)]);
  expect(server.keys).toEqual(['cck_live_test']);
  expect(thief.keys).toEqual([]);
});

test('a file that the server redirects elsewhere is fetched there without the key', async () => {
  const bucket = await serve(picture);
  const server = await serve((response, { url = '' }) => {
    if (url.includes('/file/')) response.writeHead(302, { location: `${bucket.url}/object` }).end();
    else response.writeHead(200).end(JSON.stringify({ id: 'a', status: 'ready', isGuess: false, error: null }));
  });
  expect((await clearcut(server.url, ['shoe.png', '--point', '1,1'])).code).toBe(0);
  expect(bucket.keys).toEqual([undefined]);
  expect(await readFile(path.join(folder, 'shoe-cutout.png'))).toEqual(photo);
});

test('regression: a truncated answer is requested again', async () => {
  let answers = 0;
  const server = await serve((response, request) => {
    answers += 1;
    if (answers > 1) picture(response, request);
    else response.writeHead(200, { 'content-length': 1000 }).write('part', () => request.socket.destroy());
  });
  expect((await clearcut(server.url, ['shoe.png'])).code).toBe(0);
  expect(await readFile(path.join(folder, 'shoe-cutout.png'))).toEqual(photo);
});

test('regression: a wrong server or key had a line, or half a minute of tries, for every picture', async () => {
  for (let n = 0; n < 9; n += 1) await writeFile(path.join(folder, `${n}.png`), Buffer.concat([photo, Buffer.of(n)]));
  const hotel = await serve((response) => response.writeHead(200).end('<html>Log in to the hotel</html>'));
  const strict = await serve((response) => response.writeHead(401).end('{"message":"The key is wrong."}'));
  const runs = [
    { server: hotel, key: 'cck_live_test', said: 'The answer is no picture' },
    { server: hotel, key: '', said: "The answer is not Clearcut's" },
    { server: strict, key: 'cck_live_test', said: 'The key is wrong.' },
  ];
  for (const { server, key, said } of runs) {
    const child = start(server.url, ['.', '-o', 'out', '--concurrency', '1'], key);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    expect([await text(child.stderr), await ended]).toEqual([expect.stringMatching(said), 1]);
  }
  expect([hotel.keys.length, strict.keys.length]).toEqual([2, 1]);
});

test("regression: at a day's limit, it waited for hours without a word", async () => {
  const server = await serve((response) =>
    response.writeHead(429, { 'retry-after': '36000' }).end('{"message":"Too many requests."}'),
  );
  const run = await clearcut(server.url, ['shoe.png']);
  expect(run.code).toBe(1);
  expect(run.said).toContain('Too many requests. The server can be asked again in 600 minutes.');
});

test.for([
  { words: {}, key: 'cck_live_test' },
  { words: { point: { x: 1, y: 1 } }, key: 'cck_live_test' },
  { words: {}, key: '' },
])('regression: a preview that an assistant cancelled was waited for: %j', async ({ words, key }) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = await serve((response) => asked.resolve(response));
  const child = start(server.url, ['mcp'], key);
  onTestFinished(() => void child.kill('SIGKILL'));
  const say = (message: object): unknown => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { name: 'remove_background', arguments: { path: 'shoe.png', ...words } };
  say({ id: 1, method: 'tools/call', params });
  const answer = await asked.promise;
  const dropped = new Promise<void>((resolve) => answer.once('close', resolve));
  say({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await dropped;
});

test('regression: an interposed login page is not stored as the picture', async () => {
  const hotel = await serve((response) => response.writeHead(200).end('<html>Log in to the hotel</html>'));
  const run = await clearcut(hotel.url, ['shoe.png']);
  expect([run.code, run.said]).toEqual([1, expect.stringContaining('The answer is no picture')]);
  expect(await readdir(folder)).toEqual(['shoe.png']);
});

test('regression: file names and server answers cannot move the cursor or forge a line', async () => {
  await writeFile(path.join(folder, 'a\u001b]0;owned\u0007\nb.png: done\u202e.png'), 'no picture');
  const server = await serve((response) =>
    response.writeHead(400).end(JSON.stringify({ errors: [{ title: 'bad\u001b[2J\r\nworse' }] })),
  );
  const { said } = await clearcut(server.url, ['.']);
  expect(said).toMatch(/worse/);
  expect(said.trim().split('\n')).toHaveLength(3);
  expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

test('regression: nothing is sent when the result could not be written', async () => {
  const server = await serve(picture);
  await writeFile(path.join(folder, 'file'), '');
  const runs = await Promise.all([
    clearcut(server.url, ['shoe.png', '-o', `${'x'.repeat(252)}.png`]),
    clearcut(server.url, ['shoe.png', '-o', '/proc/x.png']),
    clearcut(server.url, ['shoe.png', '-o', 'file/x.png']),
  ]);
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(runs[0]?.said).toContain('cannot be written: name too long.');
  expect(server.keys).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['file', 'shoe.png']);
});

const paid = { 'content-type': 'image/png', 'x-credits-charged': '1' };

test('regression: a result that was paid for and cannot be written counts its credit', async () => {
  const server = await serve((response) => {
    rmSync(path.join(folder, 'gone'), { recursive: true });
    response.writeHead(200, paid).end(photo);
  });
  const { code, out } = await clearcut(server.url, ['shoe.png', '-o', 'gone/', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([1, { outcome: 'failed', credits: 1 }]);
  expect(out).toContain('no such file or directory. It was paid for');
});

test.for([
  { disk: 'full', mounted: 'size=16k', out: 'disk', said: 'cannot be written: no space left on device', sent: 1 },
  { disk: 'read-only', mounted: 'ro', out: 'disk', said: 'cannot be written: read-only file system', sent: 0 },
  { disk: 'read-only', mounted: 'ro', out: 'disk/new', said: 'cannot be made: read-only file system', sent: 0 },
])('regression: a $disk disk ends the run to $out with one line', async ({ mounted, out, said, sent }, { skip }) => {
  const disk = path.join(folder, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', mounted, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  try {
    for (const name of ['boot.png', 'hat.png'])
      await writeFile(path.join(folder, name), Buffer.concat([photo, Buffer.from(name)]));
    const server = await serve((response) =>
      response.writeHead(200, paid).end(Buffer.concat([photo, Buffer.alloc(99_999)])),
    );
    const run = await clearcut(server.url, ['.', '-o', out, '--concurrency', '1']);
    expect([run.code, run.said]).toEqual([1, expect.stringContaining(said)]);
    expect(run.said).toContain(`0 done, 1 failed, 2 left, ${sent} credits`);
    expect(server.keys).toHaveLength(sent);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('regression: of several folders, a read-only one ended the run or had a line for each picture', async ({
  skip,
}) => {
  for (const name of ['disk', 'fine']) await mkdir(path.join(folder, name));
  const disk = path.join(folder, 'disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('Nothing can be mounted here');
  }
  try {
    for (const name of ['disk/a.png', 'disk/b.png', 'disk/c.png', 'fine/d.png'])
      await writeFile(path.join(folder, name), Buffer.concat([photo, Buffer.from(name)]));
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const server = await serve(picture);
    const run = await clearcut(server.url, ['disk', 'fine', '--concurrency', '1']);
    const line = 'disk/a.png: disk/a-cutout.png cannot be written: read-only file system.\n';
    expect([run.code, run.said]).toEqual([1, `${line}1 done, 3 failed, 0 credits\n`]);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('regression: a results folder without rights, or a file in its place, ends the run', async () => {
  for (const name of ['boot.png', 'hat.png']) await writeFile(path.join(folder, name), photo);
  await writeFile(path.join(folder, 'file'), '');
  const file = await clearcut('http://127.0.0.1:9', ['.', '-o', 'file', '--concurrency', '1']);
  expect([file.code, file.said]).toEqual([1, expect.stringContaining(`cannot be made: file already exists.\n${LEFT}`)]);
  // Denied to root as well.
  const denied = await clearcut('http://127.0.0.1:9', ['.', '-o', '/sys', '--concurrency', '1']);
  expect([denied.code, denied.said]).toEqual([1, expect.stringContaining(LEFT)]);
});
const LEFT = '0 done, 1 failed, 2 left, 0 credits\n';

test('regression: a watched folder that was moved away was called a wrong call', async () => {
  await mkdir(path.join(folder, 'watched'));
  const server = await serve(picture);
  await writeFile(path.join(folder, 'watched', 'boot.png'), photo);
  const child = start(server.url, ['watched', '-o', 'out', '--watch']);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (server.keys.length === 0) await delay(50);
  await rename(path.join(folder, 'watched'), path.join(folder, 'moved'));
  expect([await text(child.stderr), await ended]).toEqual(['watched was moved or removed: watching ends.\n', 1]);
});

test('Ctrl-C ends the command by its signal, and without a partial file', async () => {
  const server = await serve(() => child.kill('SIGINT'));
  const child = start(server.url, ['shoe.png', '-o', 'out/']);
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  expect([await ended, await readdir(path.join(folder, 'out'))]).toEqual(['SIGINT', []]);
});

test('regression: endless standard input is not kept', async () => {
  let given = 0;
  const endless = (start: Buffer) =>
    Readable.from(
      (function* () {
        yield start;
        for (const zeros = Buffer.alloc(1024 * 1024); given < 1_000; given += 1) yield zeros;
      })(),
    );
  for (const start of [Buffer.from('no picture at all'), photo]) {
    given = 0;
    expect((await clearcut('http://127.0.0.1:9', ['-'], endless(start))).code).toBe(1);
    expect(given).toBeLessThan(200);
  }
});

test('refuses devices, system files, sparse files and folders; accepts a hard link like any other file', async () => {
  const server = await serve(picture);
  await writeFile(path.join(folder, 'sparse.png'), photo);
  await truncate(path.join(folder, 'sparse.png'), 2 ** 40);
  await mkdir(path.join(folder, 'folder.png'));
  await link(path.join(folder, 'shoe.png'), path.join(folder, 'hard.png'));
  const refused = ['/dev/zero', '/proc/self/environ', '/proc/self/mem', '/proc/self/fd/0', 'sparse.png'];
  const run = await clearcut(server.url, [...refused, 'folder.png', 'hard.png']);
  expect(run.said).toContain('1 done, 5 failed');
  expect(server.keys).toHaveLength(1);
});
