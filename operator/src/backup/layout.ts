/**
 * What lies in the folder of a backup:
 *
 *     backup.json        whose it is, its bases, and the moment through which it holds everything
 *     bases/NAME/        the database's files as they lay there while they were copied
 *     wal/               the database's write-ahead log from the oldest base on; the last file grows
 *     blobs/             files of the pictures, as they lie in DATA_DIR/blobs
 *     files/             all else that DATA_DIR keeps: installed models, the encryption key
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@clearcut/platform/cli/command';
import { z } from 'zod';
import { ignoreMissing } from './missing.ts';

const baseSchema = z.object({
  name: z.string(),
  /** First file of the write-ahead log that it needs. */
  firstWal: z.string(),
  /** From this moment on the base can be brought to any other. */
  endedAt: z.iso.datetime(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** PostgreSQL's own name of the cluster: two installations must not share a folder. */
  cluster: z.string(),
  bases: z.array(baseSchema),
  /** Everything that Clearcut had acknowledged by then is here. */
  completeThrough: z.iso.datetime(),
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

  /** Undefined where there is none yet. @throws UsageError where a file of this name is not ours */
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

  /** A reader sees the old manifest or the new one. */
  async write(manifest: Manifest): Promise<void> {
    const path = join(this.folder, 'backup.json');
    await writeFile(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  }
}
