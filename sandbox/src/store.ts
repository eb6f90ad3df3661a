import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '@clearcut/platform/database/database';
import { migrate } from '@clearcut/platform/database/migrate';
import { type Account, type CatalogPrice, missing, newCustomerId, StripeRefusal, type World } from './engine/model.ts';
import { advance, nextDue } from './engine/time.ts';
import { lookUp } from './objects/lookup.ts';

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined in older stores: all. */
  enabledEvents?: readonly string[];
}

/** Data of no customer. */
export interface StandInCatalogue {
  prices: CatalogPrice[];
  products: { readonly id: string; name: string; active?: boolean }[];
  endpoints: Endpoint[];
  portals: {
    readonly id: string;
    readonly metadata: Readonly<Record<string, string>>;
    features?: Readonly<Record<string, { readonly enabled: boolean }>>;
  }[];
}

export type WebhookMode = 'deliver' | 'lose' | 'repeat' | 'reverse';

interface StateRow {
  readonly ahead: string;
  readonly webhooks: WebhookMode;
  readonly catalogue: StandInCatalogue;
}

const SELECT_STATE = `SELECT ahead_seconds AS ahead, webhooks, catalogue FROM sandbox_stripe.state`;

export function migrateStandIn(database: Database): Promise<void> {
  return migrate(database, { schema: 'sandbox_stripe', directory: new URL('migrations/', import.meta.url) });
}

async function readState(tx: Tx, lock = ''): Promise<StateRow & { readonly now: number }> {
  const [row] = await tx.query<StateRow>(`${SELECT_STATE} ${lock}`);
  if (row === undefined) throw new Error('The stand-in for Stripe has no state');
  return { ...row, now: Math.floor(Date.now() / 1000) + Number(row.ahead) };
}

export const standInNow = async (tx: Tx): Promise<number> => (await readState(tx)).now;

export async function moveClock(tx: Tx, seconds: number): Promise<void> {
  await tx.query('UPDATE sandbox_stripe.state SET ahead_seconds = ahead_seconds + $1', [seconds]);
}

export async function setWebhooks(tx: Tx, mode: WebhookMode): Promise<void> {
  await tx.query('UPDATE sandbox_stripe.state SET webhooks = $1', [mode]);
}

export const readWebhooks = async (tx: Tx): Promise<WebhookMode> => (await readState(tx)).webhooks;

/** One change at a time. */
export async function withCatalogue<T>(tx: Tx, work: (catalogue: StandInCatalogue, now: number) => T): Promise<T> {
  const { catalogue, now } = await readState(tx, 'FOR UPDATE');
  const result = work(catalogue, now);
  await tx.query('UPDATE sandbox_stripe.state SET catalogue = $1', [JSON.stringify(catalogue)]);
  return result;
}

export async function createAccount(tx: Tx, metadata: Readonly<Record<string, string>>): Promise<Account> {
  const account: Account = {
    id: newCustomerId(randomBytes(8).toString('hex')),
    created: await standInNow(tx),
    metadata,
    counter: 0,
    name: null,
    email: null,
    address: null,
    currency: null,
    methodId: null,
    taxIds: [],
    methods: [],
    subscriptions: [],
    invoices: [],
    setups: [],
    failsNext: false,
  };
  await tx.query('INSERT INTO sandbox_stripe.account (id, document) VALUES ($1, $2)', [
    account.id,
    JSON.stringify(account),
  ]);
  return account;
}

/**
 * Runs the customer's due events, then `work`, and stores both. Also stores a payment's refusal, since it happened; any
 * other refusal changes nothing.
 */
export async function withAccount<T>(tx: Tx, id: string, work: (world: World) => T): Promise<T | StripeRefusal> {
  const [row] = await tx.query<{ document: Account }>(
    'SELECT document FROM sandbox_stripe.account WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (row === undefined) throw missing('customer', id, 'customer');
  const { catalogue, now, webhooks } = await readState(tx);
  const prices = new Map(catalogue.prices.map((price) => [price.id, price]));
  // A customer's clock never goes back, even if the machine's does.
  const world: World = { account: row.document, prices, now: 0, happened: [] };
  advance(world, now);
  const result = attempt(() => work(world));
  await tx.query('UPDATE sandbox_stripe.account SET document = $2, due_at = $3 WHERE id = $1', [
    id,
    JSON.stringify(world.account),
    nextDue(world),
  ]);
  await recordEvents(tx, world, catalogue.endpoints, webhooks);
  return result;
}

function attempt<T>(work: () => T): T | StripeRefusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 402) return error;
    throw error;
  }
}

async function recordEvents(tx: Tx, world: World, endpoints: readonly Endpoint[], mode: WebhookMode): Promise<void> {
  for (const { type, objectId, at } of world.happened) {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const object = lookUp(world, objectId) ?? { id: objectId, customer: world.account.id };
    await tx.query('INSERT INTO sandbox_stripe.event (id, type, created, object) VALUES ($1, $2, $3, $4)', [
      id,
      type,
      at,
      JSON.stringify(object),
    ]);
    if (mode === 'lose') continue;
    for (const { url } of endpoints) {
      for (const copy of mode === 'repeat' ? [0, 1] : [0]) {
        await tx.query('INSERT INTO sandbox_stripe.delivery (event_id, url, copy) VALUES ($1, $2, $3)', [
          id,
          url,
          copy,
        ]);
      }
    }
  }
}

/** Customers with due events. */
export async function dueAccounts(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM sandbox_stripe.account WHERE due_at <= $1 ORDER BY due_at',
    [await standInNow(tx)],
  );
  return rows.map(({ id }) => id);
}

export async function listAccounts(tx: Tx): Promise<Account[]> {
  const rows = await tx.query<{ document: Account }>(
    `SELECT document FROM sandbox_stripe.account ORDER BY document->>'created' DESC LIMIT 50`,
  );
  return rows.map(({ document }) => document);
}
