import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isConnectionError } from '../../database/connection-error.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

test('a server that is overloaded is out of reach, one that refuses us is not', async () => {
  let status = 200;
  // As a proxy in front of the store answers: it speaks no XML.
  const server = createServer((_request, response) => response.writeHead(status).end(status === 200 ? '<ok/>' : 'no'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  try {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = await createS3BlobStore({ bucket: 'test', region: 'test', endpoint });
    const failures: boolean[] = [];
    for (status of [503, 403]) {
      const calls = [store.read('a/b'), store.put('a/b', Buffer.from('x')), store.deletePrefix('a/')];
      for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
        failures.push(isConnectionError(reason));
      }
    }
    expect(failures).toEqual([true, true, true, false, false, false]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
