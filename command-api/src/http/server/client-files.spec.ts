import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Site } from '../site.ts';
import { startServer } from '../testing/server.ts';

const SCRIPT = 'console.log(1);';

async function builtClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  await writeFile(join(folder, 'assets', 'a-1.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT));
  return folder;
}

const site: Site = {
  answer: async ({ pathname }) =>
    pathname.includes('.') ? undefined : { status: 200, headers: {}, body: Buffer.from(`The page at ${pathname}`) },
  notFound: async () => ({ status: 404, headers: {}, body: Buffer.from('No page') }),
};

/** node:http sends the path unchanged. */
function ask(
  port: number,
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end();
  });
}

test.for(['//', '//[', '///', '//:x', '/nothing', '/%zz', '/%00'])('finds nothing at %s', async (path) => {
  const port = await startServer({ clientDirectory: '/nowhere' });
  for (const method of ['GET', 'POST']) {
    const answer = await ask(port, path, { method });
    expect([answer.statusCode, JSON.parse(await text(answer))]).toMatchObject([404, { errorCode: 'not_found' }]);
  }
});

test('serves files in the smallest form that the client accepts', async () => {
  const port = await startServer({ clientDirectory: await builtClient(), site });
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const answer = await ask(port, '/assets/a-1.js', { 'accept-encoding': accepted });
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i) as string,
    });
    expect(answer.headers['content-encoding'], accepted).toBe(encoding);
  }
});

test('serves a page in the smallest form that the client accepts, and not again to a client that has it', async () => {
  const page = '<p>A page of some length.</p>'.repeat(100);
  const headers = { vary: 'cookie', 'cache-control': 'no-cache' };
  const answer = async () => ({ status: 200, headers, body: Buffer.from(page) });
  const port = await startServer({ clientDirectory: await builtClient(), site: { ...site, answer } });
  for (const [accepted, encoding, read] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const) {
    const first = await ask(port, '/', { 'accept-encoding': accepted });
    const body = await buffer(first);
    expect([first.statusCode, first.headers['content-encoding'], read(body).toString()]).toEqual([200, encoding, page]);
    expect(first.headers['vary']?.toLowerCase()).toBe('cookie, accept-encoding');
    expect(first.headers['content-length']).toBe(String(body.byteLength));
    const etag = first.headers.etag ?? '';
    const again = await ask(port, '/', { 'accept-encoding': accepted, 'if-none-match': etag });
    expect([again.statusCode, await text(again)]).toEqual([304, '']);
    const other = await ask(port, '/', { 'if-none-match': 'W/"another"' });
    other.resume();
    expect(other.statusCode).toBe(200);
  }
});

test('serves a prepared page as it is, without reading it for a client that has it', async () => {
  const read: (string | undefined)[] = [];
  const stored = {
    etag: 'stored-1',
    async read(encoding: string | undefined) {
      read.push(encoding);
      return Buffer.from(`in ${encoding}`);
    },
  };
  const answer = async () => ({ status: 200, headers: { vary: 'cookie' }, body: stored });
  const port = await startServer({ clientDirectory: await builtClient(), site: { ...site, answer } });
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const first = await ask(port, '/', { 'accept-encoding': accepted });
    expect([await text(first), first.headers['content-encoding']]).toEqual([`in ${encoding}`, encoding]);
    expect(first.headers).toMatchObject({ vary: expect.stringMatching(/^cookie, accept-encoding$/i) as string });
    const again = await ask(port, '/', { 'if-none-match': first.headers.etag ?? '' });
    expect([again.statusCode, await text(again)]).toEqual([304, '']);
  }
  expect(read).toEqual(['br', 'gzip', undefined]);
});

test('serves a page at every address except those of the API and of files', async () => {
  const port = await startServer({ clientDirectory: await builtClient(), site });
  const accept = 'text/html,*/*';
  for (const path of ['/', '/app/my-images', '/app/my-images?page=2']) {
    const answer = await ask(port, path, { accept });
    expect([answer.statusCode, await text(answer)], path).toEqual([200, `The page at ${path.replace(/\?.*/, '')}`]);
  }
  const nowhere = await ask(port, '/nothing.html', { accept });
  expect([nowhere.statusCode, await text(nowhere)]).toEqual([404, 'No page']);
  for (const [path, headers] of [
    ['/api/nothing', { accept }],
    ['/api?x', { accept }],
    ['/assets/nothing.js', {}],
    ['/app/my-images', { accept, method: 'POST' }],
    ['/', { method: 'DELETE' }],
  ] as const) {
    const answer = await ask(port, path, headers);
    expect([answer.statusCode, JSON.parse(await text(answer))], path).toMatchObject([404, { errorCode: 'not_found' }]);
  }
});

test('HEAD answers like GET, without a body', async () => {
  const port = await startServer({ clientDirectory: await builtClient(), site });
  const answer = await ask(port, '/assets/a-1.js', { method: 'HEAD', 'accept-encoding': 'identity' });
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(SCRIPT.length)]);
  expect(await text(answer)).toBe('');
});

test("regression: a range beyond the file is refused with 416 and the file's length", async () => {
  const port = await startServer({ clientDirectory: await builtClient(), site });
  for (const [encoding, length] of [
    ['identity', SCRIPT.length],
    ['br', brotliCompressSync(SCRIPT).length],
  ] as const) {
    const headers = { 'accept-encoding': encoding, range: 'bytes=5000-6000', accept: 'text/html,*/*' };
    const answer = await ask(port, '/assets/a-1.js', headers);
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${length}`]);
    expect(JSON.parse(await text(answer))).toMatchObject({ errorCode: 'range_not_satisfiable' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    const part = await ask(port, '/assets/a-1.js', { 'accept-encoding': encoding, range: 'bytes=0-3' });
    part.resume();
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 0-3/${length}`]);
  }
});
