/** Hostile folders, against a server that records what it receives. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const image = (colour: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();
const [photo, result] = await Promise.all([image('red'), image('blue')]);

let base: string;
let folder: string;
let server: Server;
let received: Buffer[];
const at = (...names: string[]): string => path.join(folder, ...names);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push(await buffer(request));
  response.writeHead(200, { 'content-type': 'image/png', 'x-credits-charged': '1' }).end(result);
}

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'cli-attacks-'));
  folder = path.join(base, 'work');
  await mkdir(folder);
  received = [];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(base, { recursive: true });
});

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  CLEARCUT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  CLEARCUT_API_KEY: 'cck_live_test',
  XDG_STATE_HOME: path.join(base, 'state'),
});

async function clearcut(words: readonly string[], input = '') {
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, env: environment() });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, said };
}

test('regression: words after mcp were taken for pictures', async () => {
  const { code, said } = await clearcut(['mcp', 'extra']);
  expect([code, said.split('\n')[0]]).toEqual([2, 'mcp takes no arguments. A file or folder of that name is ./mcp.']);
});

test('sends only pictures: secrets, links to them and empty files are never sent', async () => {
  await writeFile(path.join(base, 'secret.txt'), 'secret words');
  await symlink(path.join(base, 'secret.txt'), at('link.png'));
  await writeFile(at('renamed.png'), 'secret words');
  await writeFile(at('empty.jpg'), '');
  const run = await clearcut(['.', 'renamed.png', 'link.png', path.join(base, 'secret.txt')]);
  expect(run.code).toBe(1);
  expect(run.said).toContain('empty.jpg: The file is empty.');
  expect(run.said).toContain('renamed.png: The file is not a PNG, JPG or WEBP.');
  expect(run.said).toContain('Left out 1: 1 a link');
  expect((await clearcut(['-'], 'secret words')).said).toContain('Standard input is not a PNG, JPG or WEBP.');
  expect(received).toEqual([]);
}, 60_000);

test('a planted journal gives away no file', async () => {
  await writeFile(path.join(base, 'secret.txt'), 'secret words');
  await writeFile(at('shoe.png'), photo);
  for (const wanted of ['["auto","png",null,false]', '["preview","png",null,false]']) {
    const digest = createHash('sha256').update(wanted).update(photo).digest('hex');
    await writeFile(at('.clearcut-journal'), `\n${digest} ../secret.txt\n`, { flag: 'a' });
  }
  expect((await clearcut(['.'])).code).toBe(0);
  expect(await readFile(at('shoe-cutout.png'))).toEqual(result);
});

test('existing files are kept: results are numbered, a named one is refused before paying, --overwrite replaces', async () => {
  await writeFile(at('shoe.png'), photo);
  await writeFile(at('shoe-cutout.png'), 'by hand');
  await writeFile(path.join(base, 'precious.txt'), 'precious');
  await symlink(path.join(base, 'precious.txt'), at('shoe-cutout.png.part'));
  await symlink(path.join(base, 'precious.txt'), at('shoe-cutout-2.png'));
  expect((await clearcut(['shoe.png'])).code).toBe(0);
  expect(await readFile(at('shoe-cutout.png'), 'utf8')).toBe('by hand');
  expect(await readFile(at('shoe-cutout-3.png'))).toEqual(result);
  expect(received).toHaveLength(1);
  const again = await clearcut(['shoe.png', '--json']);
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'done-before', output: 'shoe-cutout-3.png' });
  const named = await clearcut(['shoe.png', '-o', 'shoe-cutout-2.png']);
  expect([named.code, named.said]).toEqual([1, expect.stringContaining('--overwrite')]);
  expect(received).toHaveLength(1);
  expect((await clearcut(['shoe.png', '-o', 'shoe-cutout-2.png', '--overwrite'])).code).toBe(0);
  expect(await readFile(at('shoe-cutout-2.png'))).toEqual(result);
  expect(await readFile(path.join(base, 'precious.txt'), 'utf8')).toBe('precious');
});

async function assistant(roots?: readonly string[], env: Record<string, string> = environment(), name = 'save') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: roots ? { roots: {} } : {} });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  const command = { command: process.execPath, args: [PROGRAM, 'mcp'], cwd: folder, stderr: 'ignore' as const };
  await client.connect(new StdioClientTransport({ ...command, env }));
  onTestFinished(() => client.close());
  return async (input: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({
      name,
      arguments: name === 'save' ? { spend_credit: true, ...input } : input,
    });
    const [first] = content as { text?: string }[];
    return { isError, text: first?.text ?? '' };
  };
}

test('an assistant reads pictures only from the working folder, and writes only new files there', async () => {
  await writeFile(at('shoe.png'), photo);
  await writeFile(at('notes.png'), 'secret words');
  await writeFile(at('precious.txt'), 'precious');
  await writeFile(path.join(base, 'outside.png'), photo);
  await symlink(path.join(base, 'outside.png'), at('link.png'));
  await symlink(base, at('away'));
  const call = await assistant();
  for (const input of [
    { path: '/etc/passwd' },
    { path: '../outside.png' },
    { path: path.join(base, 'outside.png') },
    { path: 'link.png' },
    { path: 'away/outside.png' },
    { path: 'notes.png' },
    { path: 'none.png' },
    { path: 'shoe.png', out: 'precious.txt' },
    { path: 'shoe.png', out: 'settings.json' },
    { path: 'shoe.png', out: '../x.png' },
    { path: 'shoe.png', out: path.join(base, 'x.png') },
    { path: 'shoe.png', out: 'away/x.png' },
    { path: 'shoe.png', out: 'link.png' },
    { path: 'shoe.png', out: 'no-folder/x.png' },
    { path: 'shoe.png', overwrite: true },
    { path: 'shoe.png', url: 'https://a.example/b.png' },
    { path: 'shoe\0.png' },
  ]) {
    expect([input, await call(input)]).toEqual([input, { isError: true, text: expect.any(String) as string }]);
  }
  expect(received).toEqual([]);
  expect(await call({ path: 'shoe.png' })).toMatchObject({
    isError: false,
    text: expect.stringContaining('-cutout.png') as string,
  });
  expect(await call({ path: 'shoe.png' })).toMatchObject({
    isError: false,
    text: expect.stringContaining('-cutout-2.png') as string,
  });
  expect(await readFile(at('precious.txt'), 'utf8')).toBe('precious');
  expect((await readdir(base)).sort()).toEqual(['outside.png', 'work']);
});

test('without a server an assistant fetches no address and refuses bombs', async () => {
  const bomb = Buffer.from(photo);
  for (const offset of [16, 20]) bomb.writeUInt32BE(60_000, offset);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  await writeFile(at('bomb.png'), bomb);
  const { CLEARCUT_URL: url, CLEARCUT_API_KEY: _key, ...alone } = environment();
  const call = await assistant(undefined, alone, 'remove_background');
  for (const input of [{ url: `${url}/a.png` }, { url: 'file:///etc/passwd' }, { path: 'bomb.png' }]) {
    expect([input, await call(input)]).toEqual([input, { isError: true, text: expect.any(String) as string }]);
  }
  expect(received).toEqual([]);
  expect(await readdir(folder)).toEqual(['bomb.png']);
});

test('regression: a call that an assistant cancelled was still sent and paid', async () => {
  await writeFile(at('shoe.png'), photo);
  const save = { name: 'save', arguments: { path: 'shoe.png', spend_credit: true } };
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: save },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  ];
  expect((await clearcut(['mcp'], lines.map((line) => `${JSON.stringify(line)}\n`).join(''))).code).toBe(0);
  expect(received).toEqual([]);
  expect(await readdir(folder)).toEqual(['shoe.png']);
});

test("an assistant's roots replace the working folder", async () => {
  const shared = path.join(base, 'shared');
  await mkdir(shared);
  await writeFile(path.join(shared, 'shoe.png'), photo);
  await writeFile(at('shoe.png'), photo);
  const call = await assistant([shared]);
  expect((await call({ path: at('shoe.png') })).isError).toBe(true);
  expect((await call({ path: 'shoe.png' })).text).toContain(path.join(shared, 'shoe-cutout.png'));
  const none = await assistant([]);
  expect(await none({ path: at('shoe.png') })).toMatchObject({ isError: true, text: 'The client shares no folder.' });
});

test('MCP survives any line and answers the requests that follow', async () => {
  const hostile = [
    'null',
    'true',
    '[]',
    '{}',
    '"x"',
    '1e999',
    '{"id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":7,"method":"__proto__"}',
    '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"__proto__","arguments":null}}',
    '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"save","arguments":[1]}}',
    '{',
    '\u0000\u0001',
    '[['.repeat(50_000),
    'x'.repeat(12_000_000),
  ];
  const run = await clearcut(['mcp'], [...hostile, '{"jsonrpc":"2.0","id":99,"method":"ping"}', ''].join('\n'));
  expect(run.code).toBe(0);
  const answers = run.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result?: object });
  expect(answers.find(({ id }) => id === 99)?.result).toEqual({});
});
