import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  createEditor,
  createTransactionHandler,
  type Editor,
  followChanges,
  openSpool,
} from '@clearcut/command-api/transaction';
import {
  coloured,
  cutOut,
  owner,
  requester,
  restored,
  stroked,
} from '@clearcut/command-api/transaction/testing/histories';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { createDatabase } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import {
  createPostgresEventStore,
  migrateEventStore,
} from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { MAX_CHANGES, MAX_OPERATIONS } from '@clearcut/schemas/constants';
import { eventCodec, type ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import sharp from 'sharp';
import { createTestDatabase } from '../support/postgres.ts';
import { median, type BenchResult } from './result.ts';

const STROKES = 60;
const WARM_UP = 10;
/** A short picture is replaced after this many strokes, so that it stays short. */
const STROKES_A_SHORT_PICTURE = 10;
const SHORT = 10;
const MIDDLE = 1_000;
/** The maximum length of a picture's history, minus the measured strokes. */
const LONG = MAX_CHANGES - STROKES - WARM_UP;
/**
 * Strokes and settings of the history; the rest is undo and redo, since a picture allows more changes than operations.
 */
const OPERATIONS_AT_MOST = MAX_OPERATIONS - STROKES - WARM_UP;
const BATCH = 1_000;
const actor = { kind: 'user', id: owner.userId } as const;

/**
 * Strokes, from the first byte of the mask to the event in the log, alternating between pictures with 10, 1,000 and
 * 10,000 changes.
 * @param server of PostgreSQL; creates and drops a database there
 */
export async function benchEdits(server: string): Promise<BenchResult> {
  process.env['TEST_DATABASE_URL'] = server;
  const [testDatabase, folder] = [await createTestDatabase(), await mkdtemp(path.join(tmpdir(), 'bench-edits-'))];
  const database = createDatabase(testDatabase.url, { name: 'bench' });
  try {
    await migrateEventStore(database);
    const eventStore = createPostgresEventStore({ database, codec: eventCodec });
    const changes = await followChanges(database);
    const editor = createEditor({
      database,
      handler: createTransactionHandler(eventStore),
      changes,
      blobStore: await createDiskBlobStore({ directory: path.join(folder, 'blobs') }),
      spool: await openSpool(path.join(folder, 'spool')),
      quotas: { refuse: () => Promise.resolve(), reached: () => Promise.resolve([]) },
    });
    const mask = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const [long, middle] = [await pictureWith(eventStore, LONG), await pictureWith(eventStore, MIDDLE)];
    const times: Record<'long' | 'middle' | 'short', number[]> = { long: [], middle: [], short: [] };
    let short = long;
    let first = 0;
    for (let n = 0; n < STROKES + WARM_UP; n++) {
      if (n % STROKES_A_SHORT_PICTURE === 0) short = await pictureWith(eventStore, SHORT);
      const [onLong, onMiddle] = [await stroke(editor, long, mask), await stroke(editor, middle, mask)];
      const onShort = await stroke(editor, short, mask);
      if (n === 0) first = onLong;
      if (n < WARM_UP) continue;
      times.long.push(onLong);
      times.middle.push(onMiddle);
      times.short.push(onShort);
    }
    await changes.stop();
    await eventStore.close();
    return {
      name: `edit at ${MAX_CHANGES} changes / at ${SHORT}, median`,
      unit: 'ms',
      ours: median(times.long),
      floor: median(times.short),
      ratio: median(times.long) / median(times.short),
      target: { atMost: 3 },
      details: { strokes: STROKES, at1000: median(times.middle), firstAtTheEnd: first },
    };
  } finally {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  }
}

async function stroke(editor: Editor, transactionId: string, mask: Buffer): Promise<number> {
  const request = {
    transactionId,
    requester,
    owner,
    idempotencyKey: undefined,
    requestId: randomUUID(),
    address: '127.0.0.1',
  };
  const box = { x: 10, y: 5, width: 20, height: 10 };
  const started = performance.now();
  await editor.mask(request, { mode: 'erase', box, body: Readable.from([mask]) });
  return performance.now() - started;
}

/** Resolves with the id of a picture with this many changes. */
async function pictureWith(eventStore: EventStore<ClearcutEvent>, changes: number): Promise<string> {
  const id = randomUUID();
  const events = [...cutOut, ...history(changes)];
  for (let version = 0; version < events.length; version += BATCH) {
    const batch = events.slice(version, version + BATCH).map(({ type, data }) => ({
      id: randomUUID(),
      event: { type, data: { ...data, transactionId: id } } as ClearcutEvent,
      metadata: { correlationId: id, causationId: id, actor, occurredAt: new Date().toISOString() },
    }));
    await eventStore.append(`transaction-${id}`, version, batch);
  }
  return id;
}

const nameOf = (n: number): string => (n < 0 ? 'original' : `operation ${n}`);

/** Strokes and settings in turn, then undo and redo of the last one. */
function history(changes: number): TransactionEvent[] {
  const operations = Math.min(changes, OPERATIONS_AT_MOST);
  return Array.from({ length: changes }, (_, n) => {
    if (n >= operations) return restored(nameOf(operations - ((n - operations) % 2 === 0 ? 2 : 1)));
    return n % 2 === 0 ? stroked(nameOf(n), nameOf(n - 1)) : coloured(nameOf(n), nameOf(n - 1));
  });
}
