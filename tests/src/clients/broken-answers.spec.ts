/** The repository's client with a server whose first answer breaks off. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Clearcut } from '@clearcut/sdk/source';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
const PYTHON = `import sys
from clearcut import Clearcut, RateLimited
try:
    Clearcut(sys.argv[1], api_key="cck_live_test").account()
except RateLimited as error:
    print(error.retry_after)`;

/** @returns its address and how many requests came */
async function limited(): Promise<{ baseUrl: string; count: () => number }> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(429, { 'retry-after': '36000' }).end('{"message":"Too many requests."}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => requests };
}

test("regression: TypeScript told of a day's limit only after four minutes", async () => {
  const { baseUrl, count } = await limited();
  const refused = new Clearcut({ baseUrl, apiKey: 'cck_live_test' }).account();
  await expect(refused).rejects.toMatchObject({ name: 'ClearcutError', status: 429 });
  expect(count()).toBe(1);
});

test.runIf(hasPython)("regression: Python told of a day's limit only after four minutes", async () => {
  const { baseUrl, count } = await limited();
  const { stdout } = await run('python3', ['-c', PYTHON, baseUrl], { cwd: join(projectRoot, 'clients/python') });
  expect([stdout.trim(), count()]).toEqual(['36000.0', 1]);
});

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
