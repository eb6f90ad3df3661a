/** The repository's client with a server whose first answer breaks off. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clearcut } from '@clearcut/sdk/source';
import { expect, onTestFinished, test } from 'vitest';

test('regression: TypeScript repeats a request whose answer breaks off', async () => {
  let answers = 0;
  const server = createServer((request, response) => {
    answers += 1;
    if (request.method === 'DELETE') response.writeHead(204).end();
    else if (answers > 1) response.end('the file');
    else response.writeHead(200, { 'content-length': 100 }).write('the', () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { baseUrl, apiKey: 'cck_live_test' };
  const once = new Clearcut({ ...options, retries: 0 });
  await expect(once.pictures.file('a')).rejects.toMatchObject({ name: 'ClearcutError', code: 'unreachable' });
  answers = 0;
  expect(Buffer.from(await new Clearcut(options).pictures.file('a')).toString()).toBe('the file');
  await once.pictures.delete('a');
});
