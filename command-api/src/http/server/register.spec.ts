import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { CatalogueError } from '@clearcut/schemas/errors';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { KeyRequester } from '../../kernel/requester.ts';
import { route } from '../contract.ts';
import { startServer } from '../testing/server.ts';

const upload = {
  method: 'POST',
  path: '/upload/',
  summary: '',
  credentials: ['api-key'],
  access: { who: 'user' },
  isUpload: true,
  answers: { 204: { description: '' } },
  errors: [],
} as const satisfies Contract;

test("regression: beyond the uploads of an address, no answer promises what is left of a key's limit", async () => {
  const requester = { subject: { role: 'admin' }, via: { scopes: [] } } as unknown as KeyRequester;
  const port = await startServer({
    routes: [route(upload, async () => undefined)],
    uploadsPerMinute: 1,
    keyGate: {
      admit: async (_key, _scope, _request, reply) => {
        reply.headers({ 'x-ratelimit-limit': 600, 'x-ratelimit-remaining': 599 });
        return requester;
      },
      recheck: async () => requester,
      allowsOrigin: async () => false,
    },
  });
  const send = async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/upload/`, {
      method: 'POST',
      headers: { 'x-api-key': 'cck' },
    });
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  expect(await send()).toEqual([204, '600', '599']);
  expect(await send()).toEqual([429, '1', '0']);
});

test("answers say the contract's cache-control, unless the handler says another, and errors are never stored", async () => {
  const look = {
    method: 'GET',
    summary: '',
    credentials: [],
    access: { who: 'anyone' },
    cache: 'private, no-cache',
    answers: { 200: { description: '' } },
    errors: [],
  } as const;
  const port = await startServer({
    routes: [
      route({ ...look, path: '/plain/' }, async () => ({})),
      route({ ...look, path: '/other/' }, async ({ reply }) => void reply.header('cache-control', 'private, no-store')),
      route({ ...look, path: '/failing/' }, () => Promise.reject(new CatalogueError('not_found'))),
    ],
  });
  const cacheOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('cache-control');
  expect(await cacheOf('/plain/')).toBe('private, no-cache');
  expect(await cacheOf('/other/')).toBe('private, no-store');
  expect(await cacheOf('/failing/')).toBe('no-store');
});

test('regression: a credential or Host sent twice is refused, not half of it ignored', async () => {
  const port = await startServer();
  const send = async (headers: readonly string[]) => {
    const asked = request({ port, path: '/nowhere/', headers: ['Host', `127.0.0.1:${port}`, ...headers] }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect(await send(['Authorization', 'Bearer one', 'X-Api-Key', 'two'])).toBe(404);
  for (const name of ['Host', 'Authorization', 'X-Api-Key']) expect(await send([name, 'one', name, 'two'])).toBe(400);
});

test('regression: a query name in brackets is refused where its plain name would count', async () => {
  const list = {
    method: 'GET',
    path: '/list/',
    summary: '',
    credentials: [],
    access: { who: 'anyone' },
    query: z.object({ limit: z.coerce.number().default(20) }),
    answers: { 200: { description: '' } },
    errors: [],
  } as const;
  const port = await startServer({ routes: [route(list, async ({ query }) => query)] });
  const read = async (query: string) => (await fetch(`http://127.0.0.1:${port}/list/?${query}`)).json();
  expect(await read('limit=1&utm_source=mail')).toEqual({ limit: 1 });
  for (const query of ['limit[]=1', 'limit%5B0%5D=1', 'limit[a]=1']) {
    expect(await read(query)).toMatchObject({ errorCode: 'validation_failed' });
  }
});
