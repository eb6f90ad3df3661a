import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isConnectionError } from '../../database/connection-error.ts';
import { isStorageFull } from '../../storage-full.ts';
import { BlobFaultError } from '../port.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an overloaded server is unreachable, one that refuses us is not', async () => {
  let status = 200;
  const server = createServer((_request, response) => response.writeHead(status).end(status === 200 ? '<ok/>' : 'no'));
  const endpoint = await listening(server);
  const store = await createS3BlobStore({ bucket: 'test', region: 'test', endpoint });
  const failures: boolean[] = [];
  for (status of [503, 403]) {
    const calls = [store.read('a/b'), store.put('a/b', Buffer.from('x')), store.deletePrefix('a/')];
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      failures.push(isConnectionError(reason));
    }
  }
  expect(failures).toEqual([true, true, true, false, false, false]);
});

test('a full server is not mistaken for an unreachable one', async () => {
  let isFull = false;
  const server = createServer((_request, response) =>
    response.writeHead(isFull ? 507 : 200).end(isFull ? 'no' : '<ok/>'),
  );
  const store = await createS3BlobStore({ bucket: 'test', region: 'test', endpoint: await listening(server) });
  isFull = true;
  const failure: unknown = await store.put('a/b', Buffer.from('x')).catch((error: unknown) => error);
  expect([isStorageFull(failure), isConnectionError(failure)]).toEqual([true, false]);
});

test('a server that fails only for one object is not unreachable, or its jobs would be retried forever', async () => {
  let isDown = false;
  const server = createServer(({ url }, response) => {
    response.writeHead(isDown || url?.includes('/damaged') ? 500 : 200).end('<ok/>');
  });
  const store = await createS3BlobStore({ bucket: 'test', region: 'test', endpoint: await listening(server) });
  const failure = () => store.read('a/damaged').catch((error: unknown) => error);
  const fault = await failure();
  expect(fault).toBeInstanceOf(BlobFaultError);
  expect(isConnectionError(fault)).toBe(false);
  isDown = true;
  expect(isConnectionError(await failure())).toBe(true);
});

test('a server that breaks off within one object is not unreachable', async () => {
  let isDown = false;
  const server = createServer(({ url }, response) => {
    if (isDown) return void response.destroy();
    if (!url?.includes('/damaged')) return void response.end('<ok/>');
    response.writeHead(200, { 'content-length': 2 }).write('x', () => response.destroy());
  });
  const store = await createS3BlobStore({ bucket: 'test', region: 'test', endpoint: await listening(server) });
  const failure = () => store.read('a/damaged').catch((error: unknown) => error);
  const fault = await failure();
  expect(fault).toBeInstanceOf(BlobFaultError);
  expect(isConnectionError(fault)).toBe(false);
  isDown = true;
  expect(isConnectionError(await failure())).toBe(true);
});
