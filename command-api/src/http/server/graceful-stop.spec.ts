import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { stopGracefully } from './graceful-stop.ts';

test('regression: connections accepted by the system but not yet by the process are answered before it closes', async () => {
  const server = createServer((_request, response) => response.end('served'));
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = Array.from({ length: 60 }, async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'));
    const lost = once(socket, 'error').then(([error]) => String(error));
    return await Promise.race([text(socket), lost]);
  });
  // They connect within this tick, so none is accepted yet.
  await Promise.resolve();
  process.nextTick(() => void stopGracefully(server));
  for (const answer of await Promise.all(answers)) expect(answer).toContain('served');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});

test('a stopping server waits for responses in progress, not for idle connections', async () => {
  let finish: (() => void) | undefined;
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
    response.write('begun, ');
    finish = () => response.end('finished');
  });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const stopped = stopGracefully(server);
  await vi.waitUntil(() => !server.listening);
  finish?.();
  expect(await answer.text()).toBe('begun, finished');
  await stopped;
});
