import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { route } from '../contract.ts';
import { startServer } from '../testing/server.ts';

const base = {
  summary: '',
  credentials: [],
  access: { who: 'anyone' },
  answers: { 200: { description: '' } },
} as const;
const sending = { ...base, method: 'POST', path: '/sending/', body: z.object({}), errors: [] } as const;
const bytes = { ...sending, path: '/bytes/', body: { maxBytes: 1_000, tooLarge: 'file_too_large' } } as const;
const waiting = { ...base, method: 'GET', path: '/waiting/', errors: [] } as const;
const reading = { ...waiting, path: '/reading/' } as const satisfies Contract;
const failing = { ...waiting, path: '/failing/:id/' } as const satisfies Contract;

let isWaiting = false;
const routes = [
  route(sending, async () => undefined),
  route(bytes, async (input) => {
    for await (const chunk of input.bytes) isWaiting = chunk.length > 0;
  }),
  route(waiting, async ({ request }) => {
    isWaiting = true;
    await once(request.closed, 'abort');
    throw new Error('What was worked on is gone');
  }),
  route(reading, async () => Readable.from(endless())),
  route(failing, async () => {
    throw new Error('A defect');
  }),
];

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(100_000);
}

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly status?: number;
  readonly route?: string;
}

async function startLogged(): Promise<{ readonly port: number; readonly lines: () => Promise<Line[]> }> {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'log');
  const port = await startServer({ routes, log: createLogger('test', { logLevel: 'info' }, file) });
  const lines = async () => {
    const text = await readFile(file, 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  };
  return { port, lines };
}

test.for<[what: string, request: string, status: number]>([
  ['in the middle of a JSON body', 'POST /sending HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"a', 499],
  ['in the middle of an upload', 'POST /bytes HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"a', 499],
  ['while its response is prepared', 'GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n', 499],
  ['in the middle of its response', 'GET /reading HTTP/1.1\r\nHost: a\r\n\r\n', 200],
])('a client that disconnects %s is not logged as a server failure', async ([, request, status]) => {
  const { port, lines } = await startLogged();
  isWaiting = false;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  if (status === 200) await once(socket, 'data');
  else if (!request.includes('/sending')) await vi.waitUntil(() => isWaiting);
  socket.destroy();
  const written = await vi.waitUntil(async () => {
    const all = await lines();
    return all.some(({ msg }) => msg === 'request') ? all : undefined;
  });
  expect(written).toMatchObject([{ level: 'info', msg: 'request', status }]);
});

test('a line names the route’s pattern, without headers or query', async () => {
  const { port, lines } = await startLogged();
  const answer = await fetch(`http://127.0.0.1:${port}/failing/42?originalFileName=secret.png`, {
    headers: { cookie: 'clearcut_session=secret', 'user-agent': 'secret' },
  });
  const id = answer.headers.get('x-request-id');
  expect(await answer.json()).toMatchObject({ errorCode: 'unexpected', uuid: id });
  const written = await lines();
  expect(written).toMatchObject([
    { level: 'error', msg: 'request failed', correlationId: id, err: { message: 'A defect' } },
    { level: 'info', msg: 'request', correlationId: id, method: 'GET', route: '/failing/:id/', status: 500 },
  ]);
  expect(JSON.stringify(written)).not.toContain('secret');
});
