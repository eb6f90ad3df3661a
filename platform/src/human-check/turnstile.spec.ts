import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function start(answer: (form: URLSearchParams) => string): Promise<string> {
  const started = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => response.end(answer(new URLSearchParams(body))));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

const keys = { siteKey: 'site', secretKey: 'secret' };

test('the server’s verdict on token, secret and address counts', async () => {
  const verifyUrl = await start((form) => {
    const isGood =
      form.get('response') === 'good' && form.get('secret') === 'secret' && form.get('remoteip') === '192.0.2.1';
    return JSON.stringify({ success: isGood, 'error-codes': [] });
  });
  const check = createTurnstile({ ...keys, verifyUrl });
  expect(await check.passes('good', '192.0.2.1')).toBe(true);
  expect(await check.passes('good', '192.0.2.2')).toBe(false);
  expect(await check.passes('bad', '192.0.2.1')).toBe(false);
});

test('a check without a token, an answer or a valid answer fails', async () => {
  const verifyUrl = await start(() => '<html>busy</html>');
  const check = createTurnstile({ ...keys, verifyUrl });
  expect(await check.passes(undefined, '192.0.2.1')).toBe(false);
  expect(await check.passes('', '192.0.2.1')).toBe(false);
  expect(await check.passes('good', '192.0.2.1')).toBe(false);
  server?.close();
  expect(await createTurnstile({ ...keys, verifyUrl: 'http://127.0.0.1:1/' }).passes('good', '192.0.2.1')).toBe(false);
});
