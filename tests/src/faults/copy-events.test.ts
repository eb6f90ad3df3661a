/** Copies the log into another store by the operator's command. */
import { readFile } from 'node:fs/promises';
import { createDatabase } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { examples, metadataOf, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import { type ClearcutEvent, eventCodec } from '@clearcut/schemas/events/catalogue';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startKurrentDb } from '../support/servers/kurrentdb/kurrentdb.ts';
import { install, outcome, writePictures, type Installation } from './projections-harness.ts';

let installation: Installation;
let other: TestDatabase;

beforeEach(async () => {
  installation = await install();
  other = await createTestDatabase();
});
afterEach(async () => {
  await installation.remove();
  await other.drop();
});

async function copy(from: string, to: string): Promise<{ code: number | null; report: unknown; stderr: string }> {
  const { code, stdout, stderr } = await outcome(
    installation.operator('copy-events', '--from', from, '--to', to, '--json'),
  );
  return { code, report: stdout === '' ? undefined : JSON.parse(stdout), stderr };
}

test('a copy has every stream unchanged, in log order; a repeat copies new events', async () => {
  const written = await writePictures(installation, 8, (pictures) => pictures >= 60);
  const events = [...written.values()].flat().length;
  expect(await copy(installation.url, other.url)).toMatchObject({ code: 0, report: { events, differing: [] } });

  const database = createDatabase(other.url, { name: 'copy' });
  const copied = createPostgresEventStore({ database, codec: eventCodec });
  try {
    const withoutPlace = async (store: typeof copied) =>
      (await store.readAll({ from: null, batchSize: 10_000 })).events.map(
        ({ position: _position, recordedAt: _moment, ...event }) => event,
      );
    expect(await withoutPlace(copied)).toEqual(await withoutPlace(installation.eventStore));
  } finally {
    await copied.close();
    await database.close();
  }

  const later = await writePictures(installation, 2, (pictures) => pictures >= 5, { name: 'later' });
  const since = [...later.values()].flat().length;
  expect(await copy(installation.url, other.url)).toMatchObject({ code: 0, report: { events: since, differing: [] } });
});

test('a repeat continues within the last stream, and reports where the copy differs', async () => {
  const id = uuidOf('last');
  const append = (store: EventStore<ClearcutEvent>, version: number, eventId: string) =>
    store.append(streamOf(id), version, [
      {
        id: eventId,
        event: version === 0 ? examples.ImageUploaded(id) : examples.SubjectNotFound(id),
        metadata: metadataOf(1),
      },
    ]);
  await append(installation.eventStore, 0, uuidOf('first'));
  await copy(installation.url, other.url);
  await append(installation.eventStore, 1, uuidOf('second'));
  expect(await copy(installation.url, other.url)).toMatchObject({ code: 0, report: { events: 1, differing: [] } });

  const continued = await install();
  try {
    await append(continued.eventStore, 0, uuidOf('first'));
    await append(continued.eventStore, 1, uuidOf('another'));
    const { code, stderr } = await copy(installation.url, continued.url);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        `The copy has something else than version 2 of ${streamOf(id)}: copy into an empty store\n`,
      ),
    ]);
  } finally {
    await continued.remove();
  }
});

test('a copy in KurrentDB (a stand-in of its protocol) and a copy of that copy have every stream unchanged', async () => {
  const written = await writePictures(installation, 4, (pictures) => pictures >= 20);
  const events = [...written.values()].flat().length;
  const kurrentDb = await startKurrentDb();
  try {
    const report = { events, differing: [] };
    expect(await copy(installation.url, kurrentDb.url)).toMatchObject({ code: 0, report });
    expect(await copy(kurrentDb.url, other.url)).toMatchObject({ code: 0, report });
    expect(await copy(other.url, installation.url)).toMatchObject({ code: 0, report: { events: 0, differing: [] } });
  } finally {
    kurrentDb.stop();
  }
});

/** Events of 0.5 to 30 kB, in streams of varying length. */
async function writeMixed(store: EventStore<ClearcutEvent>, events: number): Promise<void> {
  const lengths = [1, 3, 7, 40, 500];
  for (let [written, n] = [0, 0]; written < events; n++) {
    const id = uuidOf(`mixed-${n}`);
    const length = Math.min(lengths[n % lengths.length] ?? 1, events - written);
    const sizes = Array.from({ length }, (_, index) => (index % 97 === 96 ? 30_000 : index % 5 === 4 ? 6_000 : 500));
    const batch = sizes.map((size, index) => ({
      id: uuidOf(`mixed-${n}-${index}`),
      event: index === 0 ? examples.ImageUploaded(id) : examples.SubjectNotFound(id),
      metadata: { ...metadataOf(1), causationId: 'x'.repeat(size) },
    }));
    await store.append(streamOf(id), 0, batch);
    written += length;
  }
}

test('a stream of more than a megabyte is copied in pieces', async () => {
  await writeMixed(installation.eventStore, 551);
  const kurrentDb = await startKurrentDb();
  try {
    expect(await copy(installation.url, kurrentDb.url)).toMatchObject({
      code: 0,
      report: { events: 551, differing: [] },
    });
    expect(await copy(installation.url, kurrentDb.url)).toMatchObject({
      code: 0,
      report: { events: 0, differing: [] },
    });
  } finally {
    kurrentDb.stop();
  }
});

test.runIf(process.env['LONG_TESTS'] === '1')(
  'copies 200,000 events of mixed sizes in constant memory, and reports progress',
  { timeout: 1_800_000 },
  async () => {
    await writeMixed(installation.eventStore, 200_000);
    const kurrentDb = await startKurrentDb();
    try {
      const child = installation.operator('copy-events', '--from', installation.url, '--to', kurrentDb.url, '--json');
      const memory: number[] = [];
      const sampling = setInterval(() => void residentMegabytes(child.pid).then((size) => memory.push(size)), 500);
      const { code, stdout, stderr } = await outcome(child);
      clearInterval(sampling);

      expect([code, JSON.parse(stdout)]).toEqual([0, { events: 200_000, differing: [] }]);
      expect(stderr).toMatch(/^copied [\d,]+ of 200,000 events, [\d,]+ a second$/m);
      const seen = memory.filter((size) => size > 0);
      const half = Math.floor(seen.length / 2);
      expect(Math.max(...seen.slice(half))).toBeLessThan(Math.max(...seen.slice(0, half)) + 100);
      process.stderr.write(`copy-events: ${Math.max(...seen)} MB at most, ${stderr.trim().split('\n').at(-1)}\n`);
    } finally {
      kurrentDb.stop();
    }
  },
);

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

test('reports a stream that only the copy has', async () => {
  await writePictures(installation, 1, (pictures) => pictures >= 3);
  await copy(installation.url, other.url);
  const { code, report } = await copy(other.url, installation.url);
  expect([code, report]).toMatchObject([0, { events: 0 }]);

  const foreign = await install();
  try {
    await writePictures(foreign, 1, (pictures) => pictures >= 1, { name: 'foreign' });
    const [stream] = (await foreign.eventStore.readAll({ from: null })).events.map((event) => event.stream);
    expect(await copy(installation.url, foreign.url)).toMatchObject({ code: 1, report: { differing: [stream] } });
  } finally {
    await foreign.remove();
  }
});
