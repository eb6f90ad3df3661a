import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { acceptWaiting } from './waiting-connections.ts';

test('regression: connections that the system has accepted and the process has not are answered before it closes', async () => {
  const server = fastify({ return503OnClosing: false });
  server.get('/', async () => 'served');
  server.addHook('preClose', () => acceptWaiting(server.server));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const answers = Array.from({ length: 60 }, async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'));
    const lost = once(socket, 'error').then(([error]) => String(error));
    return await Promise.race([text(socket), lost]);
  });
  // They connect within this turn of the loop, so none of them is accepted yet.
  await Promise.resolve();
  process.nextTick(() => void server.close());
  for (const answer of await Promise.all(answers)) expect(answer).toContain('served');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
