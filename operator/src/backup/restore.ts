import { cp, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@clearcut/platform/cli/command';
import { createDatabase } from '@clearcut/platform/database/database';
import { createPostgresEventStore } from '@clearcut/platform/event-store/postgres/postgres-event-store';
import { hasUnfinishedRestore, LOCK, makeDataDir, UNFINISHED_RESTORE } from '@clearcut/platform/launcher/data-dir';
import { takeLock } from '@clearcut/platform/launcher/lock-file';
import { recoverCluster } from '@clearcut/platform/launcher/postgres/recover';
import { StartError } from '@clearcut/platform/launcher/start-error';
import { eventCodec } from '@clearcut/schemas/events/catalogue';
import { type Base, Layout, LOST_AND_FOUND, type Manifest } from './layout.ts';
import { ignoreMissing } from './missing.ts';
import { isUnbroken } from './wal.ts';

/** Stream `transaction-ID`, files below `transaction/ID/`. */
const PICTURES = 'transaction';
const KEPT = new Set([LOST_AND_FOUND, LOCK]);

export interface Restored {
  /** Time of the newest event; undefined for an empty log. */
  readonly lastEventAt: string | undefined;
  readonly pictures: number;
}

/**
 * Restores the state at `until`, or the last one. A failed one leaves the folder empty, unless PostgreSQL's log is to
 * be read there.
 * @throws UsageError for a folder with files, or a moment out of reach
 * @throws StartError
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  until: Date | undefined,
  signal: AbortSignal,
): Promise<Restored> {
  const layout = new Layout(folder);
  const manifest = await layout.read();
  if (manifest === undefined) throw new UsageError(`There is no backup in ${folder}.`);
  const base = baseFor(manifest, until);
  await makeDataDir(dataDir);
  const unlock = await takeLock(
    join(dataDir, LOCK),
    (pid) => new UsageError(`Process ${pid} works on ${dataDir}: Clearcut, or another restore. Name a new folder.`),
  );
  try {
    return await restoreInto(dataDir, { layout, manifest, base, until, signal });
  } finally {
    await unlock();
  }
}

interface Task {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly base: Base;
  readonly until: Date | undefined;
  readonly signal: AbortSignal;
}

async function restoreInto(dataDir: string, { layout, manifest, base, until, signal }: Task): Promise<Restored> {
  if (await hasUnfinishedRestore(dataDir)) {
    throw new UsageError(`An earlier restore into ${dataDir} did not end. Empty the folder, or name a new one.`);
  }
  const found = (await readdir(dataDir)).filter((name) => !KEPT.has(name));
  if (found.length > 0) {
    throw new UsageError(
      `DATA_DIR ${dataDir} is not empty. Name an empty or a new folder, so that nothing is overwritten.`,
    );
  }

  const unfinished = join(dataDir, UNFINISHED_RESTORE);
  await writeFile(unfinished, '', { flush: true });
  const fill = async (): Promise<Restored> => {
    await copy(layout.files, dataDir, signal);
    const blobs = join(dataDir, 'blobs');
    await mkdir(blobs, { mode: 0o700 });
    await copy(layout.blobs, blobs, signal);
    let restored: Restored = { lastEventAt: undefined, pictures: 0 };
    await recoverCluster(
      {
        directory: join(dataDir, 'postgres'),
        copyBase: (cluster) => copy(layout.base(base.name), cluster, signal),
        copyWal: (wal) => copy(layout.wal, wal, signal),
        until,
        checkLog: () => checkLog(layout, manifest, base),
        signal,
      },
      async (url) => void (restored = await removeUnknownPictures(url, blobs, signal)),
    );
    return restored;
  };
  try {
    const restored = await fill();
    await rm(unfinished);
    return restored;
  } catch (error) {
    if (!(error instanceof StartError)) await makeEmpty(dataDir);
    throw error;
  }
}

/** The marker goes last. */
async function makeEmpty(dataDir: string): Promise<void> {
  const database = await ignoreMissing(realpath(join(dataDir, 'postgres')));
  if (database !== undefined) await rm(database, { recursive: true });
  const names = (await readdir(dataDir)).filter((name) => !KEPT.has(name) && name !== UNFINISHED_RESTORE);
  for (const name of [...names, UNFINISHED_RESTORE]) await rm(join(dataDir, name), { recursive: true });
}

/** The latest base complete by then, so that the least log is replayed. @throws UsageError */
function baseFor({ bases, completeThrough }: Manifest, until: Date | undefined): Base {
  if (completeThrough === undefined) throw new UsageError('The first backup into this folder was not completed.');
  const [first] = bases;
  const base =
    until === undefined ? bases.at(-1) : bases.findLast(({ endedAt }) => Date.parse(endedAt) <= until.getTime());
  if (base === undefined || (until !== undefined && until.getTime() > Date.parse(completeThrough))) {
    throw new UsageError(`This backup reaches from ${first?.endedAt} to ${completeThrough}.`);
  }
  return base;
}

/** Backups that did not follow leave gaps, where a recovery would end early. @throws UsageError */
async function checkLog({ wal }: Layout, { bases }: Manifest, base: Base): Promise<void> {
  if (await isUnbroken(wal, base.firstWal)) return;
  const next = bases[bases.indexOf(base) + 1];
  throw new UsageError(
    `The backup has no log of that time, when it was not following: name one soon after ${base.endedAt}, or from ${next?.endedAt} on.`,
  );
}

async function copy(source: string, target: string, signal: AbortSignal): Promise<void> {
  const filter = (): boolean => {
    signal.throwIfAborted();
    return true;
  };
  await cp(source, target, { recursive: true, preserveTimestamps: true, filter });
}

/** No clock would ever remove them. */
async function removeUnknownPictures(url: string, blobs: string, signal: AbortSignal): Promise<Restored> {
  const database = createDatabase(url, { name: 'restore' });
  const eventStore = createPostgresEventStore({ database, codec: eventCodec });
  try {
    let pictures = 0;
    const folder = join(blobs, PICTURES);
    for (const id of (await ignoreMissing(readdir(folder))) ?? []) {
      signal.throwIfAborted();
      const events = await eventStore.readStream(`${PICTURES}-${id}`);
      if (events.length > 0) pictures++;
      else await rm(join(folder, id), { recursive: true });
    }
    const [newest] = await database.query<{ at: Date }>(
      'SELECT recorded_at AS at FROM event_store.event ORDER BY position DESC LIMIT 1',
    );
    return { lastEventAt: newest?.at.toISOString(), pictures };
  } finally {
    await eventStore.close();
    await database.close();
  }
}
