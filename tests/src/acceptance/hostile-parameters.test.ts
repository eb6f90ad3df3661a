/** Hostile texts in every path and query parameter of every route: each is answered, never by a 500. */
import { request } from 'node:http';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { documentOf, operationsOf } from '../support/openapi.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

const AT_ONCE = 6;
const NOBODYS_ID = '5f0c6f0e-1111-4222-8333-444455556666';
/** Encoded, since no library would send them otherwise. */
const USUAL = [
  'a%00b',
  '%ed%a0%80',
  '%ff',
  '9'.repeat(400),
  '-1',
  '1e309',
  '%7B%22q%22:%22%5Cu0000%22%7D',
  '__proto__',
];
const LONG =
  "%00 %u0041 a%e2%80%ae NaN [] {} %7B%22id%22:[%22%00%22]%7D 0x10 99999999999999999999 2026-02-30 -271821-04-20 '-- %25 %5B0,1e99%5D %0d%0aX:%20y %5B%22__proto__%22,%22ASC%22%5D";
const TEXTS = process.env['LONG_TESTS'] === '1' ? [...USUAL, ...LONG.split(' ')] : USUAL;
/** A lucky one would end the session used by all others. */
const ENDS_SESSION = /\/(?:close|sessions|logout)\b/;

let product: Installation;
let saver: Saver;
let staff: Staff;
let key: string;
beforeAll(async () => {
  product = await startInstallation();
  saver = await newSaver(product, 0);
  staff = await newStaff(product, 'support', 'billing', 'auditor', 'operations');
  ({ key } = await createKey(saver.person, { label: 'Fuzz', scopes: KEY_SCOPES, limits: WIDE_LIMITS }));
});
afterAll(() => product.stop());

function headersFor(path: string): Record<string, string> {
  if (path.startsWith('/v1')) return { 'x-api-key': key };
  const who = path.includes('/staff/') ? staff : saver.person;
  return { 'client-id': who.clientId, cookie: `clearcut_session=${who.session()}` };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** By node:http: `fetch` tidies addresses up. */
function send({ method, path, headers }: Asked): Promise<number> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const sending = request({ hostname, port, method, path, headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      // A stream of events would not end.
      answer.destroy();
    });
    sending.on('error', reject).end();
  });
}

async function everyParameter(): Promise<Asked[]> {
  const documents = await Promise.all(
    ['/api/openapi.json', '/v1/openapi.json'].map((path) => documentOf(product.url, path)),
  );
  return documents.flatMap(operationsOf).flatMap(({ method, path, parameters = [] }) => {
    if ((method !== 'GET' && method !== 'DELETE') || ENDS_SESSION.test(path)) return [];
    const headers = headersFor(path);
    const base = (name: string, text: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => (parameter === name ? text : NOBODYS_ID));
    return parameters
      .filter((parameter) => parameter.in !== 'header')
      .flatMap(({ name, in: place }) =>
        TEXTS.map((text) => ({
          method,
          headers,
          path: place === 'path' ? base(name, text) : `${base('', '')}?${name}=${text}`,
        })),
      );
  });
}

test('every path and query parameter accepts or refuses any text', { timeout: 300_000 }, async () => {
  const before = await product.childPid('command-api');
  const waiting = await everyParameter();
  expect(waiting.length).toBeGreaterThan(500);
  const failed: string[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const status = await send(next).catch(String);
      if (typeof status === 'string' || status >= 500) failed.push(`${status} ${next.method} ${next.path}`);
      done += 1;
      if (done % 100 === 0) await product.database.query('DELETE FROM identity.rate_limits');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failed).toEqual([]);
  expect(await product.childPid('command-api')).toBe(before);
  expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(/http_stray_errors_total\{.*\} 0\n/);
});
