import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from './missing.ts';
import type { Connection } from './source.ts';
import { type Lsn, lsnOf } from './wal.ts';

/** PostgreSQL refills these folders, which must exist. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts']);

export interface TakenBase {
  readonly start: Lsn;
  /** Last position of the log that the base needs. */
  readonly stop: Lsn;
}

/**
 * Copies the cluster at `source` while it runs; replaying the log from `start` makes the files consistent (PostgreSQL
 * documentation, "Making a Base Backup Using the Low Level API").
 * @param connection stays open throughout: the server ends the backup with it
 */
export async function takeBase(
  connection: Connection,
  { source, target, signal }: { source: string; target: string; signal: AbortSignal },
): Promise<TakenBase> {
  const started = await connection.query<{ lsn: string }>(`SELECT pg_backup_start('clearcut', true) AS lsn`);
  await copyTree(source, target, '', signal);
  const { rows } = await connection.query<{ lsn: string; labelfile: string }>(
    'SELECT lsn, labelfile FROM pg_backup_stop(false)',
  );
  const [stopped] = rows;
  await writeFile(join(target, 'data/backup_label'), stopped?.labelfile ?? '', { mode: 0o600 });
  return { start: lsnOf(started.rows[0]?.lsn ?? ''), stop: lsnOf(stopped?.lsn ?? '') };
}

async function copyTree(source: string, target: string, path: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await mkdir(join(target, path), { recursive: true, mode: 0o700 });
  const isData = path === 'data';
  for (const entry of (await ignoreMissing(readdir(join(source, path), { withFileTypes: true }))) ?? []) {
    const inner = join(path, entry.name);
    if (isData && LEFT_OUT.has(entry.name)) continue;
    if (isData && EMPTY.has(entry.name)) await mkdir(join(target, inner), { mode: 0o700 });
    else if (entry.isDirectory()) await copyTree(source, target, inner, signal);
    // A dropped table's files are gone; the log says so.
    else await ignoreMissing(copyFile(join(source, inner), join(target, inner)));
  }
}
