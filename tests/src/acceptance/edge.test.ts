import { request } from 'node:http';
import { version } from '@clearcut/platform/config/project';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { eventually } from '../support/product.ts';

/** More than all tests but the last send together. */
const UPLOADS_PER_MINUTE = 20;
const NOBODYS_ID = '5f0c6f0e-1111-4222-8333-444455556666';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ UPLOADS_PER_MINUTE: String(UPLOADS_PER_MINUTE) });
});
afterAll(() => product.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(product.url + path, { headers });

interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Interfaces of other services, with their own error formats. */
const DIALECTS = /^\/(?:v1\.0|v1\/segment|api\/remove)/;

// `access-table.test.ts` checks that it lists every route.
test('every operation of the OpenAPI document responds as documented, and no other method does', async () => {
  const { openapi, paths } = await bodyOf<OpenApi>(await get('/api/openapi.json'));
  expect(openapi).toBe('3.1.0');
  for (const [path, methods] of Object.entries(paths)) {
    const address = path.replace('{id}', NOBODYS_ID);
    // Undocumented methods do not exist.
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const operation = methods[method.toLowerCase()];
      const answer = await fetch(product.url + address, {
        method,
        headers: { 'client-id': 'reader-of-these-tests' },
        redirect: 'manual',
      });
      if (operation === undefined && DIALECTS.test(path)) {
        expect(answer.status, `${method} ${path}`).toBe(405);
        await answer.body?.cancel();
      } else if (operation === undefined) {
        expect(await errorOf(answer), `${method} ${path}`).toBe('405 method_not_allowed');
      } else {
        expect(Object.keys(operation.responses), `${method} ${path}`).toContain(String(answer.status));
        await answer.body?.cancel();
      }
    }
  }
});

/** Uses node:http, since fetch sends no TRACE. Resolves with status and Allow. */
function ask(method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(product.url + path, { method }, (answer) => {
      answer.resume();
      resolve(`${answer.statusCode} ${answer.headers.allow ?? ''}`);
    })
      .on('error', reject)
      .end();
  });
}

test('undocumented methods get a 405 that lists the documented ones', async () => {
  for (const method of ['TRACE', 'QUERY', 'OPTIONS', 'PROPFIND', 'PUT']) {
    for (const path of ['/api/transaction', '/api/transaction/']) {
      expect(await ask(method, path), method).toBe('405 POST, GET, HEAD');
    }
    expect(await ask(method, '/api/transaction/url/'), method).toBe('405 POST');
    expect(await ask(method, `/api/transaction/${NOBODYS_ID}/`), method).toBe('405 GET, HEAD, DELETE');
    expect(await ask(method, '/healthz'), method).toBe('405 GET, HEAD');
  }
});

test('HEAD is answered like GET', async () => {
  expect(await ask('HEAD', '/healthz')).toBe('200 ');
  expect(await ask('HEAD', '/api/nothing')).toBe('404 ');
  expect(await ask('HEAD', '/api/transaction/url/')).toBe('405 POST');
});

test('reports liveness, readiness and metrics', async () => {
  expect(await bodyOf(await get('/healthz'))).toEqual({ status: 'ok' });
  expect(await bodyOf(await get('/readyz'))).toEqual({ status: 'ready', version });
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toContain('message_bus_depth_messages{topic="image-jobs",service="command-api"} 0');
  expect(metrics).toContain('message_bus_dead_letters_messages{topic="image-jobs",service="command-api"} 0');
  expect(metrics).toContain('subscriber_state{name="removal-policy",state="running",service="command-api"} 1');
  expect(metrics).toContain('http_request_duration_seconds_count{');
});

test('a subscriber whose process was killed counts as silent, whatever it last reported', async () => {
  const { database } = product;
  await database.query(
    `INSERT INTO subscriptions.status (name, state, updated_at)
     VALUES ('killed', 'running', now() - interval '1 minute'), ('killed-while-halted', 'halted', now() - interval '1 minute')`,
  );
  onTestFinished(async () => {
    await database.query("DELETE FROM subscriptions.status WHERE name LIKE 'killed%'");
  });

  // Metrics are cached briefly.
  const metrics = await eventually(async () => {
    const text = await (await get('/metrics')).text();
    return text.includes('name="killed"') ? text : undefined;
  });
  expect(metrics).toContain('subscriber_state{name="killed",state="silent",service="command-api"} 1');
  expect(metrics).not.toContain('name="killed",state="running"');
  expect(metrics).toContain('subscriber_state{name="killed-while-halted",state="halted",service="command-api"} 1');
});

test('readiness and metrics show a stalled subscriber, with the age of its oldest waiting event', async () => {
  const { database } = product;
  await database.query(
    `INSERT INTO subscriptions.status (name, state, position, error, behind_since, updated_at)
     VALUES ('stuck', 'stalled', '7', 'Events wait', now() - interval '1 minute', now() + interval '1 minute')`,
  );
  onTestFinished(async () => {
    await database.query("DELETE FROM subscriptions.status WHERE name = 'stuck'");
  });
  const metrics = await eventually(async () => {
    const text = await (await get('/metrics')).text();
    return text.includes('name="stuck"') ? text : undefined;
  });
  expect(metrics).toContain('subscriber_state{name="stuck",state="stalled",service="command-api"} 1');
  expect(Number(/subscriber_lag_seconds\{name="stuck",.*\} (.*)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(60);
  expect(metrics).toContain('subscriber_lag_seconds{name="removal-policy",service="command-api"} 0');
  const answer = await get('/readyz');
  expect(answer.status).toBe(503);
  expect(await bodyOf(answer)).toMatchObject({ problems: ['Subscriber stuck is stalled at position 7: Events wait'] });
  // Strangers learn that it is not ready, but nothing about its parts.
  const stranger = await get('/readyz', { 'x-forwarded-for': '203.0.113.7' });
  expect(stranger.status).toBe(503);
  expect(await stranger.text()).not.toMatch(/stuck|stalled|problems/);
});

test('asks browsers to report what our policy refuses, and counts the reports', async () => {
  const { headers } = await get('/healthz');
  const [, group, path] = /^(\w+)="(\/[^"]+)"$/.exec(headers.get('reporting-endpoints') ?? '') ?? [];
  expect(headers.get('content-security-policy')).toMatch(new RegExp(`(^|;) *report-to ${group}(;|$)`));
  const count = async (): Promise<number> =>
    Number(/^policy_violations_total\{.*\} (\d+)$/m.exec(await (await get('/metrics')).text())?.[1]);
  const send = async (body: string): Promise<number> => {
    const contentType = { 'content-type': 'application/reports+json' };
    return (await fetch(`${product.url}${path}`, { method: 'POST', headers: contentType, body })).status;
  };
  const before = await count();
  const violation = {
    type: 'csp-violation',
    age: 3,
    url: `${product.url}/app/my-images`,
    user_agent: 'Chrome',
    body: { effectiveDirective: 'img-src', blockedURL: 'https://evil.example/x.png?secret', disposition: 'enforce' },
  };
  expect(await send(JSON.stringify([violation, { type: 'deprecation', body: {} }, violation]))).toBe(204);
  expect(await count()).toBe(before + 2);
  for (const bad of ['', '{', '{}', '[1]', JSON.stringify(Array.from({ length: 101 }, () => violation))]) {
    expect(await send(bad), bad.slice(0, 20)).toBe(400);
  }
  expect(await count()).toBe(before + 2);
});

test('serves no metrics to proxied requests', async () => {
  expect((await get('/metrics')).status).toBe(200);
  for (const header of ['x-forwarded-for', 'x-real-ip', 'via']) {
    expect(await errorOf(await get('/metrics', { [header]: '127.0.0.1' })), header).toBe('404 not_found');
  }
});

test('unknown addresses under /api answer 404 as JSON, whatever is accepted', async () => {
  for (const path of ['/api/nothing', '/api/transaction/a/b/c', '/api/%zz', '/api/../api/x']) {
    const answer = await get(path, { accept: 'text/html' });
    expect(await errorOf(answer), path).toBe('404 not_found');
  }
  expect(await errorOf(await get('/assets/nothing.js'))).toBe('404 not_found');
  // The health check of rembg's clients, where they are not served.
  const health = await get('/api/', { accept: 'text/html' });
  expect([health.status, await health.json()]).toEqual([404, { detail: expect.any(String) as string }]);
});

test('headers keep browsers from running or framing anything else', async () => {
  const { headers } = await get('/healthz');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('names the reason for refusing a body that is not JSON', async () => {
  for (const [type, body] of [
    ['application/json', '{'],
    ['text/plain', 'http://example.com/a.png'],
    ['application/json', JSON.stringify({ url: 'x'.repeat(100_000) })],
  ] as const) {
    const answer = await fetch(`${product.url}/api/transaction/url/`, {
      method: 'POST',
      headers: { 'client-id': 'x-of-these-tests', 'content-type': type },
      body,
    });
    expect(await errorOf(answer)).toBe('400 validation_failed');
  }
});

test('regression: ignores a body sent to a route without one, within bounds', async () => {
  const person = createPerson(product.url);
  const picture = `/api/transaction/${NOBODYS_ID}`;
  expect(await errorOf(await person.send('POST', `${picture}/reset/`, {}))).toBe('404 transaction_not_found');
  expect(await errorOf(await person.send('POST', `${picture}/blur/?value=1`, {}))).toBe('404 transaction_not_found');
  expect(await errorOf(await person.send('DELETE', `${picture}/`, {}))).toBe('404 transaction_not_found');
  const long = 'x'.repeat(100_000);
  expect(await errorOf(await person.send('POST', `${picture}/reset/`, long))).toBe('400 validation_failed');
});

test('regression: an optional body may be missing even if the client names its type', async () => {
  const person = createPerson(product.url);
  await person.signUp('terse@example.com');
  for (const [path, answer] of [
    [`/api/transaction/${NOBODYS_ID}/save/`, '404 transaction_not_found'],
    [`/api/transaction/${NOBODYS_ID}/edit/`, '400 validation_failed'],
  ] as const) {
    const sent = await person.send('POST', path, undefined, { 'content-type': 'application/json' });
    expect(await errorOf(sent), path).toBe(answer);
  }
});

test('regression: counts all ways to send a picture together, and subject choices too, which are cut out alike', async () => {
  const ways = ['/', '/url/', `/${NOBODYS_ID}/subject/`, `/${NOBODYS_ID}/background/image/`];
  const left: number[] = [];
  for (const way of ways) {
    const answer = await fetch(`${product.url}/api/transaction${way}`, {
      method: 'POST',
      headers: { 'client-id': 'undecided-of-these-tests', 'content-type': 'application/json' },
      body: '{}',
    });
    left.push(Number(answer.headers.get('x-ratelimit-remaining')));
  }
  const [first = 0] = left;
  expect(left).toEqual(ways.map((_, sent) => first - sent));
});

test('one address has an upload limit per minute, and learns when to retry', async () => {
  const client = createClient(product.url, { clientId: 'eager-of-these-tests' });
  const answers: Response[] = [];
  // Refused uploads count too.
  for (let count = 0; count <= UPLOADS_PER_MINUTE; count += 1) answers.push(await client.upload(new Uint8Array()));
  const last = answers.at(-1);
  if (last === undefined) throw new Error('There is no answer');
  expect(await errorOf(last)).toBe('429 too_many_requests');
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  // Reading still works.
  expect((await client.get('/api/transaction/')).status).toBe(200);
});
