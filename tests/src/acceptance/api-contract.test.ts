/** Sends whatever the API's documents allow, and checks the answers: Schemathesis' idea, with fast-check. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { KEY_SCOPES } from '@clearcut/schemas/api-keys/rights';
import type { Picture } from '@clearcut/schemas/public-api/pictures';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { arbitraryOf } from '../support/arbitrary-of-schema.ts';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { documentOf, narrowed, type OpenApi, operationsOf } from '../support/openapi.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';

type Called = ReturnType<typeof operationsOf>[number];

/** Per operation. */
const RUNS = 12;

let product: Installation;
let key: string;
let pictureId: string;
let all: OpenApi;
let v1: OpenApi;
let dialects: OpenApi;

beforeAll(async () => {
  product = await startInstallation({ UPLOADS_PER_MINUTE: '100000' });
  const saver = await newSaver(product, 1);
  ({ key } = await createKey(saver.person, { label: 'Contract', scopes: KEY_SCOPES, limits: WIDE_LIMITS }));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo())]), 'photo.jpg');
  const headers = { 'x-api-key': key, prefer: 'wait=55' };
  const uploaded = await fetch(`${product.url}/v1/pictures`, { method: 'POST', headers, body: form });
  pictureId = (await bodyOf<Picture>(uploaded)).id;
  [all, v1, dialects] = await Promise.all([
    documentOf(product.url, '/api/openapi.json'),
    documentOf(product.url, '/v1/openapi.json'),
    documentOf(product.url, '/v1.0/openapi.json'),
  ]);
});
afterAll(() => product.stop());

const promised = async (name: string): Promise<OpenApi> =>
  JSON.parse(await readFile(new URL(`../../../docs/openapi/${name}.json`, import.meta.url), 'utf8')) as OpenApi;

describe('the API documents', () => {
  test('every operation has a unique name and a section, chosen by hand under v1', () => {
    const ids = operationsOf(all).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operationsOf(all).filter(({ tags }) => tags.length !== 1)).toEqual([]);
    expect(operationsOf(v1).filter(({ operationId }) => operationId.includes('V1'))).toEqual([]);
  });

  test('v1 names the types that programs use', () => {
    const named = Object.keys(v1.components.schemas);
    expect(named).toEqual(
      expect.arrayContaining(['Error', 'Problem', 'Picture', 'PictureList', 'Save', 'Batch', 'Account']),
    );
  });

  test('no promised part is gone', async () => {
    expect(narrowed(await promised('v1'), v1)).toEqual([]);
    expect(narrowed(await promised('dialects'), dialects)).toEqual([]);
  });

  test('a document that lacks a path, a field or a value, or requires more, is reported', () => {
    expect(without(() => undefined)).toEqual([]);
    expect(without((copy) => Object.assign(copy.schemas.Thing.properties, { more: {} }))).toEqual([]);
    expect(without((copy) => copy.schemas.Thing.required.push('more'))).toEqual([]);
    expect(without((copy) => delete (copy.paths as { '/a'?: object })['/a'])).toEqual(['/paths//a is gone']);
    expect(without((copy) => copy.schemas.Thing.required.pop())).toHaveLength(1);
    expect(without((copy) => copy.schemas.Thing.properties.state.enum.pop())).toHaveLength(1);
    expect(without((copy) => copy.schemas.NewThing.required.push('more'))).toHaveLength(1);
  });
});

const PROMISE = {
  paths: { '/a': { get: { operationId: 'getA', summary: 'A.' } } },
  schemas: {
    Thing: { properties: { state: { enum: ['on', 'off'] } }, required: ['state'] },
    NewThing: { properties: { name: {} }, required: ['name'] },
  },
};

/** Findings about a changed copy of the promise. */
function without(change: (copy: typeof PROMISE) => void): string[] {
  const copy = structuredClone(PROMISE);
  change(copy);
  return narrowed(PROMISE, copy);
}

interface Sent {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

function requestsOf({ parameters = [], requestBody }: Called, { components }: OpenApi): fc.Arbitrary<Sent> {
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  // Clients resolve the segments `.` and `..`, which changes the address.
  const segment = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text !== '.' && text !== '..');
  const id = fc.oneof(fc.constant(pictureId), fc.constant(randomUUID()), segment);
  const queries = named('query').map(({ name, schema }) => [
    name,
    fc.oneof(arbitraryOf(schema, components.schemas), fc.string({ maxLength: 20 })),
  ]);
  const schema = requestBody?.content['application/json']?.schema;
  return fc.record({
    path: fc.record(Object.fromEntries(named('path').map(({ name }) => [name, id]))),
    query: fc.record(Object.fromEntries(queries) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }),
    body:
      schema === undefined
        ? fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined })
        : fc.oneof({ weight: 3, arbitrary: arbitraryOf(schema, components.schemas) }, fc.jsonValue({ maxDepth: 3 })),
    idempotencyKey: fc.option(fc.stringMatching(/^[\x20-\x7e]{0,20}$/), { nil: undefined }),
  });
}

async function send({ method, path }: Called, sent: Sent, credentials: Record<string, string>): Promise<Response> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sent.path[name] ?? 'malformed'),
  );
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(sent.query).map(([name, value]) => [name, String(value)])),
  );
  const mayHaveBody = method !== 'GET' && sent.body !== undefined;
  return fetch(`${product.url}${address}?${query.toString()}`, {
    method,
    redirect: 'manual',
    headers: {
      ...credentials,
      ...(sent.idempotencyKey === undefined ? {} : { 'idempotency-key': sent.idempotencyKey }),
      ...(mayHaveBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(mayHaveBody ? { body: JSON.stringify(sent.body) } : {}),
  });
}

/** Sends what the document allows, and more. Returns a line for each undocumented answer. */
async function findSurprises(operations: readonly Called[], of: OpenApi, credentials: Record<string, string>) {
  const surprises: string[] = [];
  for (const operation of operations) {
    const run = fc.asyncProperty(requestsOf(operation, of), async (sent) => {
      const { status, body } = await send(operation, sent, credentials);
      await body?.cancel();
      if (status >= 500 || !(String(status) in operation.responses)) throw new Error(String(status));
    });
    const { failed, counterexample, errorInstance } = await fc.check(run, { numRuns: RUNS, endOnFailure: true });
    if (failed) {
      surprises.push(
        `${operation.method} ${operation.path}: ${String(errorInstance)} ${JSON.stringify(counterexample)}`,
      );
    }
  }
  return surprises.join('\n');
}

test('routes for programs respond only as documented', { timeout: 300_000 }, async () => {
  const withKey = operationsOf(v1).filter(({ security }) => security !== undefined && security.length > 0);
  expect(withKey.length).toBeGreaterThan(10);
  expect(await findSurprises(withKey, v1, { 'x-api-key': key })).toBe('');
});

test('compatible routes respond only as documented', { timeout: 300_000 }, async () => {
  expect(await findSurprises(operationsOf(dialects), dialects, { 'x-api-key': key })).toBe('');
});

test('browser routes respond to a visitor only as documented', { timeout: 300_000 }, async () => {
  const others = operationsOf(all).filter(
    ({ path, security = [] }) => !security.some((one) => 'apiKey' in one) && !path.endsWith('/events/'),
  );
  expect(others.length).toBeGreaterThan(50);
  expect(await findSurprises(others, all, { 'client-id': randomUUID() })).toBe('');
});

test('without a key every route for programs answers 401, whatever else is wrong', async () => {
  const wrong: string[] = [];
  for (const operation of operationsOf(v1)) {
    if ((operation.security ?? []).length === 0) continue;
    const sent = { path: {}, query: { limit: 'x' }, body: [], idempotencyKey: '' };
    const { status, body } = await send(operation, sent, {});
    await body?.cancel();
    if (status !== 401) wrong.push(`${operation.method} ${operation.path}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('other methods of a route for programs answer 405 and list the allowed ones', async () => {
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(v1.paths)) {
    const allowed = Object.keys(methods).flatMap((method) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      if (allowed.includes(method)) continue;
      const { status, headers } = await fetch(product.url + path.replace('{id}', pictureId), { method });
      const named = (headers.get('allow') ?? '').split(', ').toSorted().join();
      if (status !== 405 || named !== allowed.toSorted().join()) wrong.push(`${method} ${path}: ${status} ${named}`);
    }
  }
  expect(wrong).toEqual([]);
});
