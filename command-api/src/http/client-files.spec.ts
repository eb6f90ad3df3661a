import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveClient } from './client-files.ts';
import { sendError } from './errors.ts';

let server: FastifyInstance;
beforeAll(async () => {
  server = fastify();
  server.setErrorHandler(sendError);
  await serveClient(server, '/nowhere');
});
afterAll(() => server.close());

test.for(['//', '//[', '///', '//:x', '/nothing'])('%s is an address that nothing is at', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await server.inject({ method, url });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errorCode: 'not_found' }]);
  }
});
