/**
 * Layout of a backup folder:
 *
 * backup.json        installation, bases, and the moment up to which it is complete
 * bases/NAME/        database files as copied
 * wal/               write-ahead log from the oldest base; the last file grows
 * blobs/             picture files as in DATA_DIR/blobs
 * files/             installed models, the encryption key
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { UsageError } from '@clearcut/platform/cli/command';
import { z } from 'zod';
import { ignoreMissing } from './missing.ts';

/** In a file system's own folder. */
export const LOST_AND_FOUND = 'lost+found';

const baseSchema = z.object({
  name: z.string(),
  firstWal: z.string(),
  endedAt: z.iso.datetime(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** PostgreSQL's cluster id: two installations must not share a folder. */
  cluster: z.string(),
  bases: z.array(baseSchema),
  /** Everything acknowledged by then is included; missing before the first base is complete. */
  completeThrough: z.iso.datetime().exactOptional(),
});
export type Base = z.infer<typeof baseSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export class Layout {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get lock(): string {
    return join(this.folder, 'backup.lock');
  }

  get wal(): string {
    return join(this.folder, 'wal');
  }

  get blobs(): string {
    return join(this.folder, 'blobs');
  }

  get files(): string {
    return join(this.folder, 'files');
  }

  get bases(): string {
    return join(this.folder, 'bases');
  }

  base(name: string): string {
    return join(this.bases, name);
  }

  /** @throws UsageError where each backup would contain those before */
  refuseWithin(dataDir: string): void {
    const way = relative(dataDir, this.folder);
    if (way.split(/[/\\]/)[0] === '..' || isAbsolute(way)) return;
    throw new UsageError(
      `${this.folder} is in DATA_DIR ${dataDir}. Name a folder outside of it, best on another disk.`,
    );
  }

  /**
   * Marks the folder as ours: later rounds remove what the source does not have.
   * @throws UsageError for a folder with files of others
   */
  async claim(cluster: string): Promise<Manifest> {
    for (const folder of [this.bases, this.wal, this.blobs, this.files]) {
      const found = (await ignoreMissing(readdir(folder))) ?? [];
      if (found.length === 0) continue;
      throw new UsageError(`${folder} has files that are no backup's. Name an empty or a new folder.`);
    }
    const manifest: Manifest = { format: 1, cluster, bases: [] };
    await this.write(manifest);
    return manifest;
  }

  /** Undefined when missing. @throws UsageError for a file that is not ours */
  async read(): Promise<Manifest | undefined> {
    const path = join(this.folder, 'backup.json');
    const content = await ignoreMissing(readFile(path, 'utf8'));
    if (content === undefined) return undefined;
    try {
      return manifestSchema.parse(JSON.parse(content));
    } catch {
      throw new UsageError(`${path} is not what this version of Clearcut wrote.`);
    }
  }

  /** Atomic. */
  async write(manifest: Manifest): Promise<void> {
    const path = join(this.folder, 'backup.json');
    await writeFile(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  }
}
