/** The repository's clients, called wrongly or with short patience. */
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { Clearcut } from '@clearcut/sdk/source';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const apiKey = 'cck_live_test';

async function serve(
  answer: string,
  status = 200,
  kind = 'application/json',
): Promise<{ baseUrl: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(status, { 'content-type': kind }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('regression: a wrong address or timeout was tried five times, then called an unreachable server', () => {
  for (const baseUrl of ['localhost:3000', 'clearcut.example.com', 'http://']) {
    expect(() => new Clearcut({ baseUrl, apiKey })).toThrow(TypeError);
  }
  const baseUrl = 'https://clearcut.example.com';
  for (const timeoutMs of [0, Infinity, Number.NaN]) {
    expect(() => new Clearcut({ baseUrl, apiKey, timeoutMs })).toThrow('timeoutMs is from 1 to 2147483647');
  }
});

test('regression: a path in place of bytes was uploaded as an empty file', async () => {
  const { baseUrl, requests } = await serve('{}');
  const wrong = { file: 'photo.jpg' as unknown as Uint8Array };
  await expect(new Clearcut({ baseUrl, apiKey }).pictures.create(wrong)).rejects.toThrow('Blob or a Uint8Array');
  expect(requests).toEqual([]);
});

test('regression: the server was asked to wait longer than the timeout', async () => {
  const { baseUrl, requests } = await serve('{"status":"ready"}');
  await new Clearcut({ baseUrl, apiKey, timeoutMs: 20_000 }).pictures.whenReady('a');
  await new Clearcut({ baseUrl, apiKey }).pictures.whenReady('a');
  expect(requests.map(({ headers }) => headers['prefer'])).toEqual(['wait=15', 'wait=50']);
});

test("regression: a proxy's answer of null hid its status", async () => {
  const { baseUrl } = await serve('null', 500);
  await expect(new Clearcut({ baseUrl, apiKey }).account()).rejects.toMatchObject({ status: 500, code: 'unexpected' });
});

test("regression: a login page in the answer's place was a syntax error, or the file of a picture", async () => {
  const refused = { name: 'ClearcutError', status: 200, code: 'unexpected' };
  for (const kind of ['text/html; charset=utf-8', 'text/plain']) {
    const { baseUrl } = await serve('<p>Welcome</p>', 200, kind);
    const clearcut = new Clearcut({ baseUrl, apiKey });
    await expect(clearcut.account()).rejects.toMatchObject(refused);
    await expect(clearcut.pictures.create({ file: new Uint8Array(1) })).rejects.toMatchObject(refused);
    if (kind !== 'text/plain') await expect(clearcut.pictures.file('a')).rejects.toMatchObject(refused);
  }
});

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

test.runIf(hasPython)('Python refuses the same', async () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const options = { cwd: join(projectRoot, 'clients/python'), env };
  await run('python3', ['-m', 'unittest', 'tests.test_wrong_calls'], options);
});
