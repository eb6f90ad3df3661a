import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { migrateApiKeys } from '@clearcut/command-api/api-keys';
import { projectRoot } from '@clearcut/platform/config/project';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { migrate } from '@clearcut/platform/database/migrate';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { migrateSubscribers } from '@clearcut/platform/event-store/subscriber';
import { migrateMessageBus } from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { readModels } from '@clearcut/projections/read-models';
import { examples, metadataOf, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { expect } from 'vitest';
import { openAdapters } from '../support/adapters.ts';
import { bundledOptions } from '../support/bundles/options.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownNames, LOG_IN_POSTGRES } from '../support/servers/scale.ts';

export interface Installation {
  readonly url: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: MessageBus;
  readonly blobStore: BlobStore;
  /** Starts the projections service (see `projections-process.ts`) with additional settings; resolves when ready. */
  startProjections(settings?: NodeJS.ProcessEnv): Promise<ChildProcess>;
  /** Starts the operator's command line. */
  operator(...args: string[]): ChildProcess;
  remove(): Promise<void>;
}

export async function install(): Promise<Installation> {
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcut-projections-'));
  const database = createDatabase(url, { name: 'test', max: 40 });
  await migrateEventStore(database);
  await migrateMessageBus(database);
  await migrateSubscribers(database);
  // command-api's tables beside the events; the read model's queries join them.
  const identity = new URL('../../../command-api/src/accounts/migrations/', import.meta.url);
  await migrate(database, { schema: 'identity', directory: identity });
  await migrateApiKeys(database);
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  const adapters = await openAdapters({ databaseUrl: url, dataDir, env: LOG_IN_POSTGRES });
  const children = new Set<ChildProcess>();

  const env = { ...ownNames(url), ...LOG_IN_POSTGRES, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };

  function remember(child: ChildProcess): ChildProcess {
    children.add(child);
    return child;
  }

  return {
    url,
    dataDir,
    database,
    eventStore,
    messageBus: adapters.messageBus,
    blobStore: adapters.blobStore,
    async startProjections(settings = {}) {
      const path = fileURLToPath(new URL('projections-process.ts', import.meta.url));
      const child = remember(
        fork(path, { env: { ...process.env, NODE_OPTIONS: bundledOptions(), ...env, ...settings }, stdio: 'inherit' }),
      );
      await new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve());
        child.once('exit', (code) =>
          reject(new Error(`The projections service ended with ${code} before it was ready`)),
        );
      });
      return child;
    },
    operator: (...args) => remember(startOperator(env, ...args)),
    async remove() {
      await Promise.all([...children].map(kill));
      await adapters.close();
      await eventStore.close();
      await database.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function startOperator(env: NodeJS.ProcessEnv, ...args: string[]): ChildProcess {
  const path = join(projectRoot, 'operator/src/main.ts');
  return spawn(process.execPath, [path, ...args], {
    env: { ...process.env, NODE_OPTIONS: bundledOptions(), ...ownNames(env['DATABASE_URL'] ?? ''), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends a process like a power cut; resolves when it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

export async function outcome(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}

/** The test's timeout is the only limit. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50);
}

type EventType = TransactionEvent['type'];

/** Possible histories of a picture. */
const LIVES: readonly (readonly EventType[])[] = [
  ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined'],
  ['ImageUploaded', 'BackgroundRemoved', 'MatteRefined', 'ImageExpired'],
  ['ImageUploaded', 'BackgroundRemoved', 'MatteRefinementFailed'],
  ['ImageUploaded', 'SubjectNotFound'],
  ['ImageUploaded', 'BackgroundRemovalFailed', 'TransactionDeleted'],
  ['ImageUploaded', 'BackgroundRemoved', 'TransactionDeleted'],
  ['ImageForked', 'BackgroundRemoved', 'MatteRefined'],
];

/** Acknowledged events of each picture, in order. */
export type Written = Map<string, EventType[]>;

/** The row by the rules of docs/product.md (Cut-outs), deliberately without the code under test. */
function expectedRow(events: readonly EventType[]): Record<string, unknown> {
  const failed = events.includes('SubjectNotFound')
    ? 'subject_not_found'
    : events.includes('BackgroundRemovalFailed')
      ? 'image_unreadable'
      : null;
  const cutOut = events.includes('BackgroundRemoved');
  return {
    version: events.length,
    status: failed ? 'UPLOAD_ERROR' : cutOut ? 'UPLOADED' : 'PENDING',
    errorCode: failed,
    steps: [
      'original',
      ...(cutOut ? ['resized', 'transformed'] : []),
      ...(events.includes('MatteRefined') ? ['improved'] : []),
    ],
    deleted: events.includes('TransactionDeleted'),
    expired: events.includes('ImageExpired'),
  };
}

/** The current read model in the form of `expectedRow`. */
export async function readRows(database: Database): Promise<Map<string, Record<string, unknown>>> {
  const rows = await database.query<{ id: string; pipeline: object } & Record<string, unknown>>(
    `SELECT id, version, status, error_code AS "errorCode", pipeline,
            deleted_at IS NOT NULL AS deleted, expired_at IS NOT NULL AS expired
     FROM read_transaction.transaction`,
  );
  const order = ['original', 'resized', 'transformed', 'improved'];
  return new Map(
    rows.map(({ id, pipeline, ...row }) => [id, { ...row, steps: order.filter((step) => step in pipeline) }]),
  );
}

/** Expects the fold of every written picture in the read model, and no other row. */
export async function expectFoldOf(database: Database, written: Written): Promise<void> {
  const rows = await readRows(database);
  expect(rows.size).toBe(written.size);
  for (const [id, types] of written) expect(rows.get(id), id).toEqual(expectedRow(types));
}

/** One digest of every row and column. */
export async function hashOf(database: Database, table = 'read_transaction.transaction'): Promise<string> {
  const [row] = await database.query<{ hash: string }>(
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY t.id)), '') AS hash FROM ${table} t`,
  );
  return row?.hash ?? '';
}

/** Writes pictures event by event from `writers` concurrent loops until `enough()`; returns what was acknowledged. */
export async function writePictures(
  { eventStore, database }: Installation,
  writers: number,
  enough: (pictures: number) => boolean,
  { rollBackEvery = 0, restMs = 0, name = 'picture' }: { rollBackEvery?: number; restMs?: number; name?: string } = {},
): Promise<Written> {
  const written: Written = new Map();
  let begun = 0;
  async function write(): Promise<void> {
    while (!enough(begun)) {
      const n = begun++;
      const id = uuidOf(name, n);
      const life = LIVES[n % LIVES.length] ?? [];
      for (const [version, type] of life.entries()) {
        if (rollBackEvery > 0 && (n * 7 + version) % rollBackEvery === 0) {
          await appendRaw(database, id, version, type, 'ROLLBACK');
        }
        await eventStore.append(streamOf(id), version, [
          { id: uuidOf(id, version), event: examples[type](id), metadata: metadataOf(version + 1) },
        ]);
        written.set(id, life.slice(0, version + 1));
        if (restMs > 0) await delay(restMs);
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write));
  return written;
}

/** Appends in a transaction held open until told how to end; `data` may be invalid. */
export async function appendRaw(
  database: Database,
  id: string,
  version: number,
  type: string,
  end: 'COMMIT' | 'ROLLBACK',
  { heldMs = 0, data }: { heldMs?: number; data?: unknown } = {},
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT event_store.append($1, $2, $3::uuid[], $4::text[], $5::int[], $6::json[], $7::json[])', [
      streamOf(id),
      version,
      [uuidOf(id, version)],
      [type],
      [1],
      [JSON.stringify(data ?? examples[type as EventType](id).data)],
      [JSON.stringify(metadataOf(version + 1))],
    ]);
    await delay(heldMs);
    await client.query(end);
  } finally {
    await client.end();
  }
}

/** Repairs a bad event by hand, as someone with the database's password could. */
export async function repair(database: Database, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('ALTER TABLE event_store.event DISABLE TRIGGER events_are_facts');
    await tx.query(`UPDATE event_store.event SET type = 'ImageUploaded', data = $2::json WHERE stream_id = $1`, [
      streamOf(id),
      JSON.stringify(examples.ImageUploaded(id).data),
    ]);
    await tx.query('ALTER TABLE event_store.event ENABLE TRIGGER events_are_facts');
  });
}

/** Resolves when these subscribers have applied the whole log. */
export async function caughtUp(
  database: Database,
  subscribers = [...readModels.map(({ name }) => name), 'applied', 'relay'],
): Promise<void> {
  const checkpoints: Record<string, string> = {
    ...Object.fromEntries(readModels.map(({ name, schema }) => [name, `${schema}.checkpoint`])),
    applied: 'read_applied.checkpoint',
    relay: 'subscriptions.checkpoint',
  };
  for (const name of subscribers) {
    await until(async () => {
      const [row] = await database.query<{ behind: boolean }>(
        `SELECT coalesce((SELECT position::bigint FROM ${checkpoints[name]} WHERE name = $1), 0)
              < (SELECT coalesce(max(position), 0) FROM event_store.event) AS behind`,
        [name],
      );
      return row?.behind === false;
    });
  }
}

/** Differences between the log and the effects in the `applied` read model: all 0 when correct. */
export async function appliedFaults(
  database: Database,
): Promise<{ lost: number; doubled: number; outOfOrder: number }> {
  const [faults] = await database.query<{ lost: number; doubled: number; outOfOrder: number }>(`
    SELECT
      (SELECT count(*)::int FROM event_store.event e
        WHERE NOT EXISTS (SELECT FROM read_applied.applied a WHERE a.position = e.position)) AS lost,
      (SELECT (count(*) - count(DISTINCT position))::int FROM read_applied.applied) AS doubled,
      (SELECT count(*)::int FROM (
        SELECT version, lag(version, 1, 0) OVER (PARTITION BY stream ORDER BY sequence) AS before FROM read_applied.applied
      ) AS steps WHERE version <> before + 1) AS "outOfOrder"`);
  if (faults === undefined) throw new Error('No answer');
  return faults;
}
