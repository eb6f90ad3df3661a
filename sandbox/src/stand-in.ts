import type { Database, Tx } from '@clearcut/platform/database/database';
import { z } from 'zod';
import { customerIdOf, invalid, StripeRefusal, type World } from './engine/model.ts';
import { attach } from './engine/payments.ts';
import type { Call } from './http/call.ts';
import { calls } from './http/calls.ts';
import { catalogueCalls } from './http/catalogue-calls.ts';
import { parseForm } from './http/form.ts';
import { expanded } from './objects/lookup.ts';
import { customerObject, listOf } from './objects/objects.ts';
import { testMethodObject } from './objects/test-method-object.ts';
import { createAccount, migrateStandIn, moveClock, standInNow, withAccount, withCatalogue } from './store.ts';
import { eventObject, passTime } from './webhooks.ts';

export const SANDBOX_KEYS = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
} as const;

/** A local stand-in for Stripe. No money moves. */
export interface StripeStandIn {
  /** Answers like api.stripe.com. */
  readonly fetch: typeof fetch;
  readonly now: () => Promise<Date>;
  /** Moves its clock; due events happen. */
  advance(seconds: number): Promise<void>;
  /** Acts on a customer as their bank or the operator's colleague would. */
  act(customerId: string, work: (world: World) => void): Promise<void>;
  /** The only receiver of its webhooks. */
  listenAt(url: string): Promise<void>;
}

interface StripeRequest {
  readonly method: string;
  /** Below /v1. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expand: readonly string[];
}

export async function createStandIn(database: Database): Promise<StripeStandIn> {
  await migrateStandIn(database);
  return {
    fetch: async (input, init) => respond(database, new Request(input, init)),
    now: async () => new Date((await standInNow(database)) * 1000),
    async advance(seconds) {
      await moveClock(database, seconds);
      await passTime(database);
    },
    async act(customerId, work) {
      const refusal = await database.transaction((tx) => withAccount(tx, customerId, work));
      if (refusal instanceof StripeRefusal) throw refusal;
    },
    async listenAt(url) {
      const endpoint = { id: 'we_sandbox', url, secret: SANDBOX_KEYS.webhookSecret, metadata: {} };
      await database.transaction((tx) =>
        withCatalogue(tx, (catalogue) => {
          catalogue.endpoints = [endpoint];
        }),
      );
    },
  };
}

async function respond(database: Database, httpRequest: Request): Promise<Response> {
  try {
    const request = await readRequest(httpRequest);
    checkKey(httpRequest, request);
    const key = httpRequest.headers.get('idempotency-key');
    const { status, body, isRepeat } = await database.transaction(async (tx): Promise<Answer> =>
      key === null || request.method === 'GET' ? answer(tx, request) : answerOnce(tx, request, key),
    );
    return Response.json(body, { status, headers: isRepeat === true ? { 'Idempotent-Replayed': 'true' } : {} });
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return Response.json({ error: error.body }, { status: error.status });
  }
}

async function readRequest(request: Request): Promise<StripeRequest> {
  const { pathname, search } = new URL(request.url);
  const form = request.method === 'GET' || request.method === 'DELETE' ? search.slice(1) : await request.text();
  const params = parsedBy(z.record(z.string(), z.unknown()), parseForm(form)) as Record<string, unknown>;
  const expand = z.array(z.string()).safeParse(params['expand']).data ?? [];
  return { method: request.method, path: pathname.slice(pathname.indexOf('/v1/') + '/v1/'.length), params, expand };
}

/** The publishable key allows browsers only to confirm what they hold the secret of. */
function checkKey(request: Request, { path, params }: StripeRequest): void {
  const key = request.headers.get('authorization')?.replace('Bearer ', '');
  if (key === SANDBOX_KEYS.secretKey) return;
  const id = path.split('/')[1] ?? '';
  const mayConfirm = /^(payment|setup)_intents\/\w+(\/confirm)?$/.test(path);
  const knows = String(params['client_secret']).startsWith(`${id}_secret_`);
  if (key === SANDBOX_KEYS.publishableKey && mayConfirm && knows) return;
  throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
}

interface Answer {
  readonly status: number;
  readonly body: object;
  /** Saved when the key was first used. */
  readonly isRepeat?: boolean;
}

/** Returns the saved answer on a repeat; refuses the same key with other parameters. */
async function answerOnce(tx: Tx, request: StripeRequest, key: string): Promise<Answer> {
  const fingerprint = JSON.stringify([request.method, request.path, request.params]);
  const taken = await tx.query(
    `INSERT INTO sandbox_stripe.answer (key, request, status, body) VALUES ($1, $2, 0, '{}') ON CONFLICT DO NOTHING RETURNING key`,
    [key, fingerprint],
  );
  if (taken.length === 0) {
    const [saved] = await tx.query<Answer & { request: string }>('SELECT * FROM sandbox_stripe.answer WHERE key = $1', [
      key,
    ]);
    if (saved === undefined || saved.request !== fingerprint) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    }
    return { ...saved, isRepeat: true };
  }
  const made = await answer(tx, request);
  await tx.query('UPDATE sandbox_stripe.answer SET status = $2, body = $3 WHERE key = $1', [
    key,
    made.status,
    JSON.stringify(made.body),
  ]);
  return made;
}

async function answer(tx: Tx, request: StripeRequest): Promise<Answer> {
  const { method, path, params } = request;
  if (method === 'POST' && path === 'customers') return { status: 200, body: await newCustomer(tx, params) };
  if (method === 'GET' && path === 'events') return { status: 200, body: await listEvents(tx, params) };
  for (const one of catalogueCalls) {
    const id = match(one.path, path);
    if (one.method !== method || id === undefined) continue;
    const parsed = parsedBy(one.params, params) as never;
    const body = await withCatalogue(tx, (catalogue, now) => one.run(catalogue, parsed, now, id.id ?? ''));
    return { status: 200, body: expanded(undefined, body, request.expand) };
  }
  if (path.startsWith('setup_intents/') && path.endsWith('/confirm')) return confirmSetup(tx, path, params);
  for (const one of calls) {
    const ids = match(one.path, path);
    if (one.method === method && ids !== undefined) return onAccount(tx, one, ids, request);
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: /v1/${path})`,
  });
}

async function onAccount(
  tx: Tx,
  call: Call,
  { id = '', other }: Ids,
  { params, expand }: StripeRequest,
): Promise<Answer> {
  const parsed = parsedBy(call.params, params) as Record<string, unknown>;
  const about = call.about(id, parsed);
  const work = (world: World): object =>
    expanded(world, call.run(world, id, (other === undefined ? parsed : { ...parsed, other }) as never), expand);
  // A payment method's test id belongs to no customer yet.
  const isTestId = call.method === 'GET' && /^pm_(card_|paypal)/.test(about);
  if (isTestId)
    return { status: 200, body: { id, object: 'payment_method', ...testMethodObject(id, await standInNow(tx)) } };
  const result = await withAccount(tx, customerIdOf(about), work);
  return result instanceof StripeRefusal
    ? { status: result.status, body: { error: result.body } }
    : { status: 200, body: result };
}

function parsedBy(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
  throw invalid(`Received unknown or invalid parameter: ${at}: ${issue?.message}`, {
    param: at,
    code: 'parameter_unknown',
  });
}

interface Ids {
  readonly id?: string | undefined;
  readonly other?: string | undefined;
}

function match(pattern: string, path: string): Ids | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) ids[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return ids;
}

async function newCustomer(tx: Tx, params: unknown): Promise<object> {
  const schema = z.strictObject({ metadata: z.record(z.string(), z.string()), expand: z.array(z.string()).optional() });
  const { metadata } = parsedBy(schema, params) as z.infer<typeof schema>;
  return customerObject(await createAccount(tx, metadata));
}

async function confirmSetup(tx: Tx, path: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
  const id = path.split('/')[1] ?? '';
  const body = await withAccount(tx, customerIdOf(id), (world) => {
    const setup = world.account.setups.find((one) => one.id === id);
    if (setup === undefined) throw invalid(`No such setupintent: '${id}'`);
    const method = attach(world, String(params['payment_method']));
    setup.status = 'succeeded';
    return { id, object: 'setup_intent', status: setup.status, payment_method: method.id };
  });
  return { status: 200, body };
}

async function listEvents(tx: Tx, params: unknown): Promise<object> {
  const schema = z.strictObject({
    created: z.strictObject({ gte: z.coerce.number() }),
    types: z.array(z.string()),
    limit: z.coerce.number().optional(),
    starting_after: z.string().optional(),
    expand: z.array(z.string()).optional(),
  });
  const { created, types, limit = 10, starting_after: after } = parsedBy(schema, params) as z.infer<typeof schema>;
  const rows = await tx.query<{ id: string; type: string; created: string; object: object }>(
    `SELECT id, type, created, object FROM sandbox_stripe.event
     WHERE created >= $1 AND type = ANY($2)
       AND ($3::text IS NULL OR position < (SELECT position FROM sandbox_stripe.event WHERE id = $3))
     ORDER BY position DESC LIMIT $4`,
    [created.gte, types, after ?? null, limit + 1],
  );
  return { ...listOf(rows.slice(0, limit).map(eventObject), '/v1/events'), has_more: rows.length > limit };
}
