import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { route } from '../contract.ts';
import { startServer } from '../testing/server.ts';

const contract = {
  method: 'GET',
  path: '/made',
  summary: '',
  credentials: [],
  access: { who: 'anyone' },
  answers: { 200: { description: '' } },
  errors: [],
} as const satisfies Contract;

test('regression: a stream made for a client that has left meanwhile is closed', async () => {
  const body = new Readable({ read: () => undefined });
  const begun = Promise.withResolvers<void>();
  const port = await startServer({
    routes: [
      route(contract, async ({ request }) => {
        begun.resolve();
        await once(request.closed, 'abort');
        return body;
      }),
    ],
  });
  const client = httpRequest({ port, path: '/made' }).on('error', () => undefined);
  client.end();
  await begun.promise;
  client.destroy();
  await once(body, 'close');
  expect(body.destroyed).toBe(true);
});

test('regression: work for after the answer is done although the client has left meanwhile', async () => {
  const [begun, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  const port = await startServer({
    routes: [
      route(contract, async ({ request, reply }) => {
        begun.resolve();
        if (!request.closed.aborted) await once(request.closed, 'abort');
        reply.onSent(({ status }) => sent.resolve(status));
      }),
    ],
  });
  const client = httpRequest({ port, path: '/made' }).on('error', () => undefined);
  client.end();
  await begun.promise;
  client.destroy();
  expect(await sent.promise).toBeGreaterThan(0);
});
