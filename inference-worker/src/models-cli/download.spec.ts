import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';

const CONTENT = Buffer.alloc(3_000_000, 'a picture tells more than words; ');
const never = new AbortController().signal;

let directory: string;
let part: string;
let server: Server | undefined;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'download-'));
  part = path.join(directory, 'part');
});

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(directory, { recursive: true });
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.onnx`;
}

function ranges(asked: (string | undefined)[]): RequestListener {
  return ({ headers }, response) => {
    asked.push(headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (from >= CONTENT.length) return response.writeHead(416).end();
    const headed = { 'content-length': CONTENT.length - from };
    if (headers.range === undefined) return response.writeHead(200, headed).end(CONTENT);
    response.writeHead(206, { ...headed, 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` });
    return response.end(CONTENT.subarray(from));
  };
}

const failure = async (address: string, bytes?: number): Promise<string> => {
  const error: unknown = await download({ address, bytes }, part, never, () => {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toContain(address);
  expect(message).not.toContain('\n');
  return message;
};

/** A matcher over millions of numbers takes seconds. */
async function expectPart(content: Buffer): Promise<void> {
  expect((await readFile(part)).equals(content)).toBe(true);
}

test('downloads the whole file, follows redirects and reports progress', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/model.onnx') response.writeHead(302, { location: '/there' }).end('moved');
    else ranges([])(request, response);
  });
  const progress: number[] = [];
  await download({ address, bytes: CONTENT.length }, part, never, (there) => progress.push(there));
  await expectPart(CONTENT);
  expect(progress.at(-1)).toBe(CONTENT.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
});

test('resumes where a killed download ended, and requests nothing when the file is complete', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serve(ranges(asked));
  await writeFile(part, CONTENT.subarray(0, 1_000_000));
  await download({ address, bytes: CONTENT.length }, part, never, () => {});
  await download({ address, bytes: CONTENT.length }, part, never, () => {});
  expect(asked).toEqual(['bytes=1000000-']);
  await expectPart(CONTENT);
});

test('starts over when the server supports no ranges or has less than is present', async () => {
  await writeFile(part, Buffer.alloc(1_000_000, 'x'));
  const plain = await serve((_request, response) => response.end(CONTENT));
  await download({ address: plain, bytes: CONTENT.length }, part, never, () => {});
  await expectPart(CONTENT);
  server?.closeAllConnections();
  server?.close();

  await writeFile(part, Buffer.alloc(CONTENT.length + 1, 'x'));
  const asked: (string | undefined)[] = [];
  await download({ address: await serve(ranges(asked)), bytes: undefined }, part, never, () => {});
  expect(asked).toEqual([`bytes=${CONTENT.length + 1}-`, undefined]);
  await expectPart(CONTENT);
});

test('a file of another length is refused before it is fetched, and one of unknown length once it grows too long', async () => {
  expect(await failure(await serve(ranges([])), 10)).toMatch(/is another file: it has 3000000 bytes, and the model 10/);
  await expect(readFile(part)).rejects.toThrow(/ENOENT/);
  server?.close();
  const endless = await serve((_request, response) => {
    response.write(CONTENT);
    response.end(CONTENT);
  });
  expect(await failure(endless, CONTENT.length)).toMatch(/larger than the 3000000 bytes/);
  await expect(readFile(part)).rejects.toThrow(/ENOENT/);
});

test('an interrupted download keeps what it received', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 500_000), () => setTimeout(() => response.destroy(), 100));
  });
  expect(await failure(address, CONTENT.length)).toMatch(/could not be read to its end/);
  await expectPart(CONTENT.subarray(0, 500_000));
});

test('reports the cause: no server, no such file, circular redirects', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/circle') response.writeHead(302, { location: '/circle' }).end();
    else response.writeHead(404).end();
  });
  expect(await failure(address)).toMatch(/was answered with 404 Not Found$/);
  expect(await failure(new URL('/circle', address).href)).toMatch(/redirects more than 5 times$/);
  expect(await failure('http://127.0.0.1:1/model.onnx')).toMatch(/cannot be reached: connection refused/);
  expect(await failure(path.join(directory, 'nothing.onnx'))).toMatch(/no such file or directory/);
});

test('stops when aborted, with the given reason', async () => {
  const stop = new AbortController();
  const address = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 500_000));
  });
  const brought = download({ address, bytes: CONTENT.length }, part, stop.signal, () =>
    stop.abort(new Error('Stopped by SIGINT')),
  );
  await expect(brought).rejects.toThrow('Stopped by SIGINT');
});

test('regression: a server that closes the connection after its response does not end the process', async () => {
  // nodejs/undici#5360: fetch dies when the end comes while the body waits.
  const address = await serve((_request, response) => {
    response.shouldKeepAlive = false;
    response.end(CONTENT);
  });
  for (let i = 0; i < 20; i++) {
    await rm(part, { force: true });
    await download({ address, bytes: undefined }, part, never, () => {});
    await expectPart(CONTENT);
  }
});
