/** Logs with every stored event version, read by the current code: each stream ends in the rows recorded for it. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { metadataOf, uuidOf } from '@clearcut/projections/testing/events';
import { eventDefinitions } from '@clearcut/schemas/events/catalogue';
import type { StoredEvent } from '@clearcut/schemas/define-event';
import { caughtUp, install, type Installation } from './projections-harness.ts';

interface Recording {
  readonly of: keyof typeof STREAMS;
  /** Names of stored examples, `<Type>.v<n>`, in stream order. */
  readonly events: readonly string[];
  /** Rows at the time of recording, by table. */
  readonly rows: Readonly<Record<string, unknown>>;
}

/**
 * Per kind of stream: the folder of its examples, the id that names the stream, and the tables with the column of that
 * id.
 */
const STREAMS = {
  transaction: {
    folder: 'transaction',
    subject: 'transactionId',
    tables: { 'read_transaction.transaction': 'id' },
  },
  team: {
    folder: 'team',
    subject: 'teamId',
    tables: { 'read_team.team': 'id', 'read_team.member': 'team_id' },
  },
  account: { folder: 'identity', subject: 'userId', tables: { 'read_team.account': 'id' } },
  login: { folder: 'login', subject: 'teamId', tables: { 'read_security_log.entry': 'team_id' } },
  creditPool: {
    folder: 'credits',
    subject: 'teamId',
    tables: { 'read_credit_ledger.pool': 'id', 'read_credit_ledger.entry': 'team_id' },
  },
  // No read model: subscriptions are read from the log.
  subscription: { folder: 'subscription', subject: 'teamId', tables: {} },
  // Its row begins with the account's own event.
  attribution: { folder: 'attribution', subject: 'userId', tables: {} },
  // No read model either.
  contactMessage: { folder: 'contact', subject: 'messageId', tables: {} },
  staffAction: { folder: 'support', subject: 'actionId', tables: { 'read_staff_audit.entry': 'id' } },
  supportAccess: {
    folder: 'support',
    subject: 'transactionId',
    tables: { 'read_support_access.entry': 'transaction_id' },
  },
  replay: { folder: 'support', subject: 'replayId', tables: { 'read_replays.replay': 'id' } },
  // No read model: the few endpoints of a team are read from the log.
  webhookEndpoint: { folder: 'webhooks', subject: 'endpointId', tables: {} },
  apiKey: { folder: 'api-keys', subject: 'keyId', tables: { 'read_api_key.api_key': 'id' } },
} as const satisfies Record<string, { folder: string; subject: string; tables: Record<string, string> }>;

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});

afterEach(async () => {
  await installation.remove();
});

async function readJson(url: URL): Promise<unknown> {
  return JSON.parse(await readFile(url, 'utf8')) as unknown;
}

const readRecordings = async (): Promise<Recording[]> =>
  (await readJson(new URL('golden-rows.json', import.meta.url))) as Recording[];

/** Ids per recording, so that examples share no members. */
const ownId = (index: number, id: string): string => uuidOf('golden', index, id);

async function append({ of, events }: Recording, index: number): Promise<string> {
  const { folder, subject } = STREAMS[of];
  const stored = await Promise.all(
    events.map(async (name) => {
      const file = new URL(`../../../schemas/src/${folder}/golden/${name}.json`, import.meta.url);
      const event = (await readJson(file)) as StoredEvent & { data: Record<string, string> };
      const ids = ['transactionId', 'teamId', 'userId', 'keyId', 'messageId', 'endpointId', 'replayId'].filter(
        (key) => key in event.data,
      );
      const own = ids.map((key) => [key, ownId(index, event.data[key] ?? '')]);
      return { ...event, data: { ...event.data, ...Object.fromEntries(own) } as Record<string, string> };
    }),
  );
  const id = stored[0]?.data[subject] ?? '';
  // Written directly: the codec only writes current versions.
  await installation.database.query(
    'SELECT event_store.append($1, 0, $2::uuid[], $3::text[], $4::int[], $5::json[], $6::json[])',
    [
      `${of}-${id}`,
      stored.map((_, version) => uuidOf(id, version)),
      stored.map(({ type }) => type),
      stored.map(({ schemaVersion }) => schemaVersion),
      stored.map(({ data }) => JSON.stringify(data)),
      stored.map((_, version) => JSON.stringify(metadataOf(version + 1))),
    ],
  );
  return id;
}

async function rowsOf(of: keyof typeof STREAMS, id: string): Promise<Record<string, unknown>> {
  const tables = Object.entries(STREAMS[of].tables);
  const rows = await installation.database.transaction(async (tx) => {
    // Times are written in the session's time zone.
    await tx.query(`SET LOCAL timezone TO 'UTC'`);
    const read: unknown[] = [];
    for (const [table, column] of tables) {
      const sql = `SELECT coalesce(jsonb_agg(t ORDER BY t.id), '[]') AS rows FROM ${table} t WHERE ${column} = $1`;
      read.push((await tx.query<{ rows: unknown }>(sql, [id]))[0]?.rows);
    }
    return read;
  });
  return Object.fromEntries(tables.map(([table], index) => [table, rows[index]]));
}

test('stored examples of every version fold into the recorded rows', async () => {
  const recordings = await readRecordings();
  const ids: string[] = [];
  for (const [index, recording] of recordings.entries()) ids.push(await append(recording, index));
  await installation.startProjections();
  await caughtUp(installation.database);
  for (const [index, { of, events, rows }] of recordings.entries()) {
    expect(await rowsOf(of, ids[index] ?? ''), events.join(', ')).toEqual(rows);
  }
});

test('every stored example is part of a recording', async () => {
  const recorded = new Set((await readRecordings()).flatMap(({ events }) => events));
  const all = eventDefinitions.flatMap(({ type, schemaVersion }) =>
    Array.from({ length: schemaVersion }, (_, index) => `${type}.v${index + 1}`),
  );
  expect(all.filter((name) => !recorded.has(name))).toEqual([]);
});
