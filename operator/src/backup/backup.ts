import { readdir, rm } from 'node:fs/promises';
import { UsageError } from '@clearcut/platform/cli/command';
import { takeBase } from './base.ts';
import { copyFiles } from './files.ts';
import type { Layout, Manifest } from './layout.ts';
import { Mirror } from './mirror.ts';
import type { Connection, Source } from './source.ts';
import { copyWal, type Lsn, lsnOf, removeWalBefore, segmentName, startOfSegment } from './wal.ts';

const DAY_MS = 86_400_000;
interface Place {
  readonly timeline: string;
  readonly lsn: Lsn;
}

export class Backup {
  readonly #source: Source;
  readonly #layout: Layout;
  readonly #blobs: Mirror;
  readonly #keepMs: number;
  #manifest: Manifest | undefined;
  #place: Place | undefined;

  private constructor(source: Source, layout: Layout, keepDays: number, manifest: Manifest | undefined) {
    [this.#source, this.#layout, this.#keepMs, this.#manifest] = [source, layout, keepDays * DAY_MS, manifest];
    this.#blobs = new Mirror(source.blobs, layout.blobs);
  }

  /** @param keepDays minimum reach of a restore @throws UsageError */
  static async open(source: Source, layout: Layout, keepDays: number): Promise<Backup> {
    return new Backup(source, layout, keepDays, await layout.read());
  }

  get completeThrough(): string | undefined {
    return this.#manifest?.completeThrough;
  }

  /** Epoch milliseconds; 0 without one. */
  get newestBase(): number {
    return Date.parse(this.#manifest?.bases.at(-1)?.endedAt ?? '') || 0;
  }

  /**
   * Removes older bases than requested.
   * @throws UsageError for a folder of another installation, or with files of others
   */
  async takeBase(connection: Connection, signal: AbortSignal): Promise<void> {
    const cluster = await clusterOf(connection);
    this.#manifest ??= await this.#layout.claim(cluster);
    if (this.#manifest.cluster !== cluster) {
      throw new UsageError(`${this.#layout.folder} holds the backup of another installation.`);
    }
    // Those of failed backups would fill the disk.
    await this.#removeUnknownBases();
    const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
    await copyFiles(this.#source.dataDir, this.#layout.files);
    const { timeline } = await placeOf(connection);
    const { start, stop } = await takeBase(connection, {
      source: this.#source.cluster,
      target: this.#layout.base(name),
      signal,
    });
    const endedAt = new Date().toISOString();
    const firstLsn = startOfSegment(start);
    await copyWal(this.#walFrom(timeline), firstLsn, stop);
    this.#place = { timeline, lsn: stop };
    const base = { name, firstWal: segmentName(timeline, firstLsn), endedAt };
    // Written by the next round, once the pictures are there.
    this.#manifest = {
      format: 1,
      cluster,
      bases: [...this.#manifest.bases, base],
      completeThrough: this.#manifest.completeThrough ?? endedAt,
    };
    await this.follow(connection);
    await this.#removeOldBases();
  }

  /**
   * Reads the log's end, copies blobs, which exist before the log names them, then the log up to that end; removes
   * last.
   * @throws WalGoneError
   */
  async follow(connection: Connection): Promise<void> {
    const from = this.#place;
    if (from === undefined || this.#manifest === undefined) throw new Error('There is no base to follow');
    const completeThrough = new Date().toISOString();
    const { timeline, lsn } = await placeOf(connection);
    if (timeline !== from.timeline) {
      throw new Error('The database was restored since: start a new backup with a base');
    }
    const removeGone = await this.#blobs.copyNew();
    await copyWal(this.#walFrom(timeline), from.lsn, lsn);
    this.#place = { timeline, lsn };
    this.#manifest = { ...this.#manifest, completeThrough };
    await this.#layout.write(this.#manifest);
    await removeGone();
  }

  #walFrom(timeline: string) {
    return { source: this.#source.wal, target: this.#layout.wal, timeline };
  }

  /** Keeps the newest base old enough, and all younger ones. */
  async #removeOldBases(): Promise<void> {
    if (this.#manifest === undefined) return;
    const { bases } = this.#manifest;
    const reach = Date.now() - this.#keepMs;
    const oldest = Math.max(
      0,
      bases.findLastIndex(({ endedAt }) => Date.parse(endedAt) <= reach),
    );
    const kept = bases.slice(oldest);
    this.#manifest = { ...this.#manifest, bases: kept };
    await this.#layout.write(this.#manifest);
    await this.#removeUnknownBases();
    const [first] = kept;
    if (first !== undefined) await removeWalBefore(this.#layout.wal, first.firstWal);
  }

  async #removeUnknownBases(): Promise<void> {
    const names = new Set(this.#manifest?.bases.map(({ name }) => name));
    for (const name of await readdir(this.#layout.bases)) {
      if (!names.has(name)) await rm(this.#layout.base(name), { recursive: true });
    }
  }
}

async function clusterOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ id: string }>(
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  return rows[0]?.id ?? '';
}

async function placeOf(connection: Connection): Promise<Place> {
  const { rows } = await connection.query<{ lsn: string; file: string }>(
    'SELECT lsn, pg_walfile_name(lsn) AS file FROM pg_current_wal_flush_lsn() AS lsn',
  );
  const [place] = rows;
  return { timeline: place?.file.slice(0, 8) ?? '', lsn: lsnOf(place?.lsn ?? '') };
}
