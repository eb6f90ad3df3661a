import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type AddressPolicy, publicInternet } from '../../outgoing/index.ts';
import { pauseAfter } from './pauses.ts';
import { isDelivered, post } from './post.ts';

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const here: AddressPolicy = {
  resolve: async () => ['127.0.0.1'],
  allowsAddress: (address) => address === '127.0.0.1',
  allowsPort: () => true,
};
const send = (url: string, policy: AddressPolicy = here, answerMs = 10_000) =>
  post(url, '{}', { 'webhook-id': 'x' }, { policy, answerMs });

test('only a status from 200 to 299 is a delivery, and redirects are not followed', async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(request.url ?? '');
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('read by nothing');
  });
  const tries = await Promise.all(
    [200, 204, 302, 404, 410, 500].map((status) => send(`http://hook.test:${port}/${status}`)),
  );
  expect(tries.map((one) => [one.status, isDelivered(one)])).toEqual([
    [200, true],
    [204, true],
    [302, false],
    [404, false],
    [410, false],
    [500, false],
  ]);
  expect(asked).toHaveLength(6);
});

test('a receiver that is down is distinguished from one that times out', async () => {
  const port = await serve(() => undefined);
  expect(await send(`http://hook.test:${port}/`, here, 100)).toMatchObject({ status: null, error: 'url_timeout' });
  expect(await send('http://hook.test:1/')).toMatchObject({ status: null, error: 'url_unreachable' });
});

test('regression: a receiver that switches protocols is a failed try, not one without end', async () => {
  const receiver = createTcpServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      ),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  expect(await send(`http://hook.test:${port}/`)).toMatchObject({ status: null, error: 'url_unreachable' });
});

test.for([
  'http://127.0.0.1/',
  'http://localhost:8080/',
  'http://169.254.169.254/',
  'http://[::1]/',
  'http://10.0.0.1/',
  'http://8.8.8.8:22/',
])('does not send to %s', async (url) => {
  expect(await send(url, publicInternet)).toMatchObject({ status: null, error: 'url_forbidden' });
});

test('a name that resolves to an internal address at the second lookup is looked up once per attempt', async () => {
  const port = await serve((_, response) => response.end());
  let lookups = 0;
  const rebinding: AddressPolicy = {
    ...here,
    resolve: async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['127.0.0.9']),
  };
  expect(await send(`http://hook.test:${port}/`, rebinding)).toMatchObject({ status: 200 });
  expect(await send(`http://hook.test:${port}/`, rebinding)).toMatchObject({ error: 'url_unreachable' });
  expect(lookups).toBe(2);
});

test('a message is retried eight times at growing intervals', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, 0));
  expect(pauses.slice(0, 8)).toEqual(pauses.slice(0, 8).toSorted((a, b) => Number(a) - Number(b)));
  expect([pauses[0], pauses[8]]).toEqual([5_000, null]);
});
