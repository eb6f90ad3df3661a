/** Truncated or mangled bodies at every route that takes one: each is refused, and the process survives. */
import { request } from 'node:http';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { documentOf, operationsOf } from '../support/openapi.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

const COUNT = process.env['LONG_TESTS'] === '1' ? 10_000 : 600;
const AT_ONCE = 8;
const NOBODYS_ID = '5f0c6f0e-1111-4222-8333-444455556666';

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Undocumented routes. */
const BESIDE: readonly Target[] = [
  { method: 'POST', path: '/dev/stripe/clock' },
  { method: 'POST', path: '/dev/oidc/authorize' },
  { method: 'POST', path: '/nowhere' },
];
/** A lucky body would end the session used by all others. */
const ENDS_SESSION = /\/(?:close|sessions)\//;

let product: Installation;
let headers: Record<string, string>;
let targets: readonly Target[];
let seeds: readonly Seed[];

beforeAll(async () => {
  product = await startInstallation({ UPLOADS_PER_MINUTE: '1000000', REMBG_FACADE: 'true' });
  const { person } = await newSaver(product, 0);
  const { key } = await createKey(person, { label: 'Fuzz', scopes: KEY_SCOPES, limits: WIDE_LIMITS });
  headers = { 'x-api-key': key, 'client-id': person.clientId, cookie: `clearcut_session=${person.session()}` };
  const documented = operationsOf(await documentOf(product.url, '/api/openapi.json'));
  targets = [
    ...documented.filter(({ method, path }) => method !== 'GET' && method !== 'DELETE' && !ENDS_SESSION.test(path)),
    ...BESIDE,
  ];
  seeds = seedsOf(await photo({ width: 40, height: 30 }));
});
afterAll(() => product.stop());

interface Seed {
  readonly type: string;
  readonly body: Buffer;
}

const part = (head: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--XbX\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), Buffer.from(body), CRLF]);
const CRLF = Buffer.from('\r\n');

/** Valid bodies of various routes. */
function seedsOf(picture: Buffer): Seed[] {
  const form = Buffer.concat([
    part('name="email"', 'a@example.com'),
    part('name="image_file"; filename="a.jpg"\r\nContent-Type: image/jpeg', picture),
    part('name="file"', picture),
    part('name="image_file_b64"', picture.toString('base64')),
    part('filename="b"', 'nameless'),
    Buffer.from('--XbX--\r\n'),
  ]);
  const fields = {
    email: 'a@example.com',
    password: 'x',
    url: 'http://localhost:1/a.png',
    image_file_b64: picture.toString('base64'),
    fileBase64: picture.toString('base64'),
    roi: [1, 2, 3, 4],
    settings: { background: { kind: 'color', color: '#ffffff' } },
  };
  const json = Buffer.from(JSON.stringify(fields));
  return [
    { type: 'multipart/form-data; boundary=XbX', body: form },
    { type: 'multipart/form-data', body: form },
    { type: 'multipart/form-data; boundary="', body: form },
    { type: 'application/json', body: json },
    { type: 'application/json; charset=utf-16', body: json },
    { type: 'text/plain', body: json },
    {
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(new URLSearchParams({ ...fields, roi: '1', settings: '' }).toString()),
    },
    { type: 'application/octet-stream', body: picture },
    { type: '', body: picture },
  ];
}

interface Hostile {
  readonly target: number;
  readonly seed: number;
  /** Share of the body that is sent. */
  readonly share: number;
  readonly changes: readonly (readonly [at: number, byte: number])[];
  /** End of the body: as announced, as chunks, or by closing the connection early. */
  readonly end: 'whole' | 'chunked' | 'closed';
}

const share = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);
const hostile: fc.Arbitrary<Hostile> = fc.record({
  target: fc.nat({ max: 9_999 }),
  seed: fc.nat({ max: 9_999 }),
  share: fc.oneof(share, fc.constant(1)),
  changes: fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
  end: fc.constantFrom('whole', 'whole', 'chunked', 'closed'),
});

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Resolves with the status; undefined if this side closed the connection. */
function send({ target, seed, share: sent, changes, end }: Hostile): Promise<number | undefined> {
  const { method, path } = pick(targets, target);
  const { type, body } = pick(seeds, seed);
  const bytes = Buffer.from(body.subarray(0, Math.ceil(sent * body.length)));
  for (const [at, byte] of changes) if (bytes.length > 0) bytes[Math.floor(at * (bytes.length - 1))] = byte;
  const length = end === 'closed' ? bytes.length + 1_000 : bytes.length;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: {
        ...headers,
        ...(type === '' ? {} : { 'content-type': type }),
        ...(end === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
      },
    };
    const sending = request(product.url + path.replaceAll(/\{\w+\}/g, NOBODYS_ID), options, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode));
    });
    sending.on('error', (error) => (end === 'closed' ? resolve(undefined) : reject(error)));
    if (end === 'closed') sending.write(bytes, () => setTimeout(() => sending.destroy(), 5));
    else sending.end(bytes);
  });
}

test(`${COUNT} truncated or mangled bodies are refused, and end no process`, async () => {
  const before = await product.childPid('command-api');
  const waiting = fc.sample(hostile, COUNT);
  const failed: unknown[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // An empty bucket would keep bodies from being read.
      done += 1;
      if (done % 50 === 0) await product.database.query('DELETE FROM identity.rate_limits');
      const status = await send(next).catch(String);
      if (typeof status === 'string' || (status ?? 0) >= 500)
        failed.push({ status, ...pick(targets, next.target), next });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failed).toEqual([]);
  expect(await product.childPid('command-api')).toBe(before);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(/http_stray_errors_total\{.*\} 0\n/);
  expect(await product.spooled()).toEqual([]);
}, 900_000);
