import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { removeBackground } from '@clearcut/node/source';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLocal, type LocalOptions } from './local.ts';

// Real model, real pixels: seconds.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const SIZE = { width: 320, height: 240 };
const drawn = sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
    <defs><radialGradient id="g" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#f88"/><stop offset="1" stop-color="#600"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="160" cy="120" r="75" fill="url(#g)"/></svg>`),
).removeAlpha();

let folder: string;
let jpeg: Buffer;
const at = (...names: string[]): string => path.join(folder, ...names);
const environment = () => ({ PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: at('state') });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-local-'));
  jpeg = await drawn.clone().jpeg().toBuffer();
  await mkdir(at('photos', 'more'), { recursive: true });
  await writeFile(at('photos', 'a.jpg'), jpeg);
  await writeFile(at('photos', 'more', 'b.png'), await drawn.clone().png().toBuffer());
  await writeFile(at('photos', 'broken.png'), 'no picture');
});
afterAll(() => rm(folder, { recursive: true }));

async function clearcut(words: readonly string[], input?: Uint8Array, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, env: { ...environment(), ...env } });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, said, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { code, out, said };
}

test("a folder: full size, the library's bytes; only a broken file fails, a second run does nothing", async () => {
  const first = await clearcut(['photos/', '-o', 'out/']);
  expect([first.code, first.said]).toEqual([1, expect.stringContaining('2 done, 1 failed\n')]);
  expect(first.said).toContain('broken.png: The file is not a PNG, JPG or WEBP.');
  const { cutOut } = await removeBackground(jpeg);
  expect(Buffer.compare(await readFile(at('out', 'a-cutout.png')), cutOut ?? Buffer.alloc(0))).toBe(0);
  expect(await readdir(at('out', 'more'))).toEqual(['b-cutout.png']);
  const second = await clearcut(['photos/a.jpg', '-o', 'out/', '--json']);
  expect(JSON.parse(second.out.toString())).toMatchObject({ outcome: 'done-before', credits: 0 });
});

test('a mask is written beside the picture, and a later run of the folder skips it', async () => {
  const masked = at('masked');
  await mkdir(masked);
  await writeFile(path.join(masked, 'a.jpg'), jpeg);
  expect((await clearcut(['masked/a.jpg', '--mask', '--point', '160,120'])).code).toBe(0);
  const { channels, width } = await sharp(path.join(masked, 'a-mask.png')).metadata();
  expect({ channels, width }).toEqual({ channels: 1, width: 320 });
  expect((await clearcut(['masked/', '-o', 'none/'])).said).toContain('1 a cut-out already');
});

test('a pipe: cropped, on a colour, as JPEG', async () => {
  const { code, out } = await clearcut(['-', '--crop', '--background', '#00ff00', '--format', 'jpg'], jpeg);
  expect(code).toBe(0);
  const { format, width } = await sharp(out).metadata();
  expect(format).toBe('jpeg');
  expect(width).toBeGreaterThan(140);
  expect(width).toBeLessThan(165);
  const corner = await sharp(out).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect(corner[1]).toBeGreaterThan(200);
  expect(corner[0]).toBeLessThan(60);
});

test('a background may be half transparent', async () => {
  const { out } = await clearcut(['-', '--background', '#0000ff80'], jpeg);
  const [red, green, blue, alpha] = await sharp(out).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect([red, green, blue, alpha]).toEqual([0, 0, 255, 128]);
});

const plain: LocalOptions = {
  format: 'png',
  background: undefined,
  crop: false,
  mask: false,
  model: undefined,
  dataDir: undefined,
  point: undefined,
  box: undefined,
  concurrency: 1,
};

test('regression: crop, background and JPG keep the density of the picture, and make none up', async () => {
  const dense = await drawn.clone().withMetadata({ density: 300 }).jpeg().toBuffer();
  const changes = [{ crop: true }, { background: '#0000ff80' }, { background: '#ff0000', format: 'jpg' }] as const;
  for (const change of changes) {
    const cutOut = createLocal({ ...plain, ...change });
    const [kept, none] = [await cutOut({ bytes: dense, name: '' }), await cutOut({ bytes: jpeg, name: '' })];
    expect((await sharp(kept.bytes).metadata()).density, JSON.stringify(change)).toBe(300);
    expect(Buffer.from(none.bytes).includes('pHYs') || Buffer.from(none.bytes).includes('JFIF')).toBe(false);
  }
});

test('regression: a WEBP of a picture wider than the format allows is smaller', async () => {
  const wide = await drawn.clone().resize(16_384, 400, { fit: 'fill' }).jpeg().toBuffer();
  const { bytes } = await createLocal({ ...plain, format: 'webp' })({ bytes: wide, name: '' });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 16_383, height: 400 });
});

test('raw frames come out in order, and one without a subject is transparent', async () => {
  const frame = await drawn.clone().raw().toBuffer();
  const grey = Buffer.alloc(frame.length, 136);
  const { code, out, said } = await clearcut(['--frames', '320x240'], Buffer.concat([frame, grey, frame]));
  expect([code, said, out.length]).toEqual([0, '', 3 * 320 * 240 * 4]);
  const [one, two, three] = [0, 1, 2].map((n) => out.subarray(n * 320 * 240 * 4, (n + 1) * 320 * 240 * 4));
  const { cutOut } = await removeBackground({ data: frame, ...SIZE, channels: 3 }, { format: 'raw' });
  expect(Buffer.compare(one ?? grey, cutOut ?? grey)).toBe(0);
  expect(Buffer.compare(three ?? grey, cutOut ?? grey)).toBe(0);
  expect(two?.every((byte) => byte === 0)).toBe(true);
  expect((await clearcut(['--frames', '320x240'], frame.subarray(9))).said).toContain('ended within a frame');
});

test('an address is accepted as input', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/shop/ball.jpg') response.end(jpeg);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await clearcut([`${url}/shop/ball.jpg`, '-o', 'from-web/'])).code).toBe(0);
  expect(await readdir(at('from-web'))).toEqual(['ball-cutout.png']);
  const missing = await clearcut([`${url}/none.jpg`, '-o', 'none/']);
  expect([missing.code, missing.said]).toEqual([1, expect.stringContaining('answered with 404')]);
});

test.for([
  { words: ['a.jpg', '--size', 'preview'], says: '--size needs --server' },
  { words: ['a.jpg', '--server', '--mask'], says: '--mask with a server needs CLEARCUT_API_KEY' },
  { words: ['a.jpg', '--server', '--model', 'u2netp'], says: 'not with a server' },
  { words: ['a.jpg', '--box', '1,2,3'], says: '--box is a corner' },
  { words: ['a.jpg', '--box', '1,2,3,4', '--point', '1,2'], says: 'one of --point and --box' },
  { words: ['a.jpg', '--point', '3'], says: '--point is two numbers' },
  { words: ['--frames', '0x9'], says: '--frames is a size' },
  { words: ['--frames', '99999x99999'], says: '--frames is at most 50 megapixels' },
  { words: ['--frames', '9x9', '--background', '#ff0000'], says: 'without --out' },
  { words: ['--frames', '9x9', '--crop'], says: 'without --out' },
  { words: ['a.jpg', '--model', 'u2netp'], says: 'DATA_DIR' },
  { words: ['a.jpg', '--mask', '--crop'], says: 'A mask has no' },
])('$words is refused: $says', async ({ words, says }) => {
  const { code, said } = await clearcut(words);
  expect([code, said]).toEqual([2, expect.stringContaining(says)]);
});

test('regression: frames that cannot be made, and a reader that has gone, end without a stack', async () => {
  const outside = await clearcut(['--frames', '320x240', '--point', '320,0'], await drawn.clone().raw().toBuffer());
  expect([outside.code, outside.said]).toEqual([1, 'The box or point does not lie within the picture\n']);
  const model = await clearcut(['--frames', '9x9', '--model', 'none'], undefined, { DATA_DIR: folder });
  expect([model.code, model.said]).toEqual([1, expect.stringMatching(/^[^\n]+model manifest[^\n]*\n$/)]);
  const child = spawn(process.execPath, [PROGRAM, '-'], { cwd: folder, env: environment() });
  child.stdout.destroy();
  child.stdin.end(jpeg);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  expect([await text(child.stderr), await ended]).toEqual(['Standard output cannot be written: broken pipe\n', 1]);
});

test('a missing model and a picture without a subject are failures', async () => {
  const model = await clearcut(['photos/a.jpg', '-o', 'no-model/', '--model', 'u2netp'], undefined, {
    DATA_DIR: folder,
  });
  expect([model.code, model.said]).toEqual([1, expect.stringContaining('no readable model manifest')]);
  const flat = await sharp({ create: { ...SIZE, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const nothing = await clearcut(['-'], flat);
  expect([nothing.code, nothing.said]).toEqual([1, expect.stringContaining('No subject was found')]);
});

test('assistants cut out without a server', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp'],
    env: environment(),
    cwd: folder,
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['remove_background']);
  // Nothing here fetches an address.
  expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).not.toContain('url');
  const made = await client.callTool(
    {
      name: 'remove_background',
      arguments: { path: 'photos/a.jpg', out: 'by-assistant.png', point: { x: 160, y: 120 } },
    },
    undefined,
    { timeout: 200_000 },
  );
  expect(made.isError).not.toBe(true);
  expect((await sharp(at('by-assistant.png')).metadata()).width).toBe(320);
  const misnamed = await client.callTool({
    name: 'remove_background',
    arguments: { path: 'photos/a.jpg', out: 'regression.jpg' },
  });
  expect([misnamed.isError, JSON.stringify(misnamed.content)]).toEqual([
    true,
    expect.stringContaining('would be a PNG'),
  ]);
  const box = { x: 80, y: 40, width: 160, height: 160 };
  const wanted = { path: 'photos/a.jpg', out: 'mask.png', box, mask: true };
  await client.callTool({ name: 'remove_background', arguments: wanted }, undefined, { timeout: 200_000 });
  expect(await sharp(at('mask.png')).metadata()).toMatchObject({ channels: 1, width: 320 });
});
