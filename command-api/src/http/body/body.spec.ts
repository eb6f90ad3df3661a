import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { route } from '../contract.ts';
import { startServer } from '../testing/server.ts';

const base = { method: 'POST', summary: '', credentials: [], access: { who: 'anyone' }, errors: [] } as const;
const bytes = {
  ...base,
  path: '/bytes/',
  body: { maxBytes: 1_000_000, tooLarge: 'file_too_large' },
  answers: { 200: { description: '' } },
} as const satisfies Contract;
const json = {
  ...base,
  path: '/json/',
  body: z.object({ name: z.string() }).default({ name: 'nothing' }),
  answers: { 201: { description: '' } },
} as const satisfies Contract;
const forbidden = { ...bytes, path: '/private/', credentials: ['session'], access: { who: 'user' } } as const;

let counted = 0;
const routes = [
  route(bytes, async (input) => {
    counted = 0;
    for await (const chunk of input.bytes) {
      counted += chunk.length;
      if (Buffer.from(chunk).includes('stop here')) throw new Error('The handler has failed');
    }
    return { counted };
  }),
  route(json, async ({ body }) => body),
  route(forbidden, async () => undefined),
];

async function open(): Promise<Socket> {
  const socket = connect(await startServer({ routes }), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const head = (path: string, headers: string): string => `POST ${path} HTTP/1.1\r\nHost: here\r\n${headers}\r\n\r\n`;

async function answerTo(path: string, headers: string, body: string | Buffer): Promise<string> {
  const socket = await open();
  socket.write(head(path, `${headers}\r\nConnection: close`));
  socket.write(body);
  return text(socket);
}

test('counts bytes as they arrive, and answers after the last', async () => {
  const body = Buffer.alloc(1_000_000);
  expect(await answerTo('/bytes', `Content-Length: ${body.length}`, body)).toContain('{"counted":1000000}');
});

test('a body over the limit is refused with a clear message, however it is sent', async () => {
  const body = Buffer.alloc(8_000_000);
  expect(await answerTo('/bytes', `Content-Length: ${body.length}`, body)).toMatch(/^HTTP\/1.1 413 .*file_too_large/s);
  const chunked = Buffer.concat([Buffer.from('7a1200\r\n'), body, Buffer.from('\r\n0\r\n\r\n')]);
  expect(await answerTo('/bytes', 'Transfer-Encoding: chunked', chunked)).toMatch(/^HTTP\/1.1 413 .*file_too_large/s);
});

test('regression: a too large body is refused at once, not after what the client still sends', async () => {
  const socket = await open();
  socket.write(head('/bytes/', 'Content-Length: 100000000'));
  socket.write('some');
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  socket.destroy();
});

test('the connection survives a handler that fails in the middle of a body', async () => {
  const socket = await open();
  const body = Buffer.concat([Buffer.alloc(1_000), Buffer.from('stop here'), Buffer.alloc(500_000)]);
  socket.write(head('/bytes/', `Content-Length: ${body.length}`));
  socket.write(body);
  socket.write(head('/json/', 'Content-Length: 0\r\nConnection: close'));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 500 .*HTTP\/1.1 201 .*\{"name":"nothing"\}$/s);
});

test('answers a refused request before reading a byte of its body', async () => {
  const socket = await open();
  socket.write(head('/private/', 'Content-Length: 1000'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

test('stops reading when the client disconnects within its body', async () => {
  const socket = await open();
  socket.write(head('/bytes/', 'Content-Length: 1000'));
  socket.write('some');
  await vi.waitUntil(() => counted === 4);
  socket.destroy();
});

test.for([
  ['application/json', '{"name":"a"}', 201],
  ['application/json; charset=utf-8', '{"name":"a"}', 201],
  ['application/json', '', 201],
  ['text/plain', '{"name":"a"}', 400],
  ['application/x-www-form-urlencoded', 'name=a', 400],
  ['application/json', '{', 400],
  ['application/json', `{"name":"${'a'.repeat(70_000)}"}`, 400],
] as const)('%s is taken or refused as JSON', async ([type, body, status]) => {
  const answer = await answerTo('/json', `Content-Type: ${type}\r\nContent-Length: ${body.length}`, body);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('regression: null is a body that was left out', async () => {
  expect(await answerTo('/json/', 'Content-Type: application/json\r\nContent-Length: 4', 'null')).toMatch(
    /^HTTP\/1.1 201 .*"name":"nothing"/s,
  );
});

const codedAs = (coding: string) =>
  answerTo(
    '/json/',
    `Content-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: 12`,
    '{"name":"a"}',
  );

test('regression: a compressed body is refused as such, and another word as coding is not', async () => {
  expect(await codedAs('gzip')).toMatch(/^HTTP\/1.1 400 .*uncompressed/s);
  expect(await codedAs('utf-8')).toMatch(/^HTTP\/1.1 201 /);
});

test('regression: text that is not UTF-8 is refused instead of losing letters', async () => {
  const body = Buffer.from('{"name":"José"}', 'latin1');
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  expect(await answerTo('/json/', headers, body)).toMatch(/^HTTP\/1.1 400 .*UTF-8/s);
});
