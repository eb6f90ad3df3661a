import { createHash } from 'node:crypto';
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { BULK_MANIFEST, CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import type { BulkManifest } from '@clearcut/schemas/transaction/saves-http';
import type { FileQuality } from '@clearcut/schemas/public-api/pictures';
import { ZipFile } from 'yazl';
import { uniqueNames } from './archive-names.ts';

type Item = BulkManifest['items'][number];

/** In the words of the interface that asks: our own pages or `/v1`. */
export type NamedQuality = BulkManifest['quality'] | FileQuality;

export type ArchivedFile =
  | {
      readonly id: string;
      readonly name: string;
      readonly sha256: string;
      readonly bytes: number;
      readonly isCurrent: boolean;
      readonly content: Readable;
    }
  | Extract<Item, { outcome: 'failed' }>;

/** PNGs are compressed already. */
const STORED = { compress: false } as const;

/**
 * One open file at a time; the last entry lists the results. Ends with CORRUPT_MARKER when a file breaks off or
 * differs.
 */
export function streamArchive(
  quality: NamedQuality,
  files: AsyncIterable<ArchivedFile>,
  onBroken: (error: unknown) => void,
): Readable {
  const archive = new PassThrough();
  const zip = new ZipFile();
  const packed = zip.outputStream as PassThrough;
  packed.pipe(archive, { end: false });
  void pack(zip, quality, files, archive)
    .then(() => finished(packed, { writable: false }))
    .then(
      () => archive.end(),
      (error: unknown) => {
        if (archive.destroyed) return;
        packed.unpipe(archive);
        archive.end(CORRUPT_MARKER);
        onBroken(error);
      },
    );
  return archive;
}

async function pack(
  zip: ZipFile,
  quality: NamedQuality,
  files: AsyncIterable<ArchivedFile>,
  archive: PassThrough,
): Promise<void> {
  const items: Item[] = [];
  const nameOf = uniqueNames();
  for await (const file of files) {
    if ('outcome' in file) {
      items.push(file);
      continue;
    }
    const { id, sha256, bytes, isCurrent } = file;
    const name = nameOf(file.name);
    await packFile(zip, name, file, archive);
    items.push({ id, outcome: 'included', file: name, sha256, bytes, isCurrent });
  }
  const manifest: Omit<BulkManifest, 'quality'> & { readonly quality: NamedQuality } = { quality, items };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), BULK_MANIFEST, STORED);
  zip.end();
}

/** Resolves when the whole file is packed. @throws Error when it breaks off, differs, or the reader is gone */
async function packFile(
  zip: ZipFile,
  name: string,
  { sha256, content }: { readonly sha256: string; readonly content: Readable },
  archive: PassThrough,
): Promise<void> {
  const hash = createHash('sha256');
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : new Error(`${name} is not the file whose digest was recorded`));
    },
  });
  const stop = (): void => void content.destroy(new Error('The reader of the archive went away'));
  if (archive.destroyed) stop();
  archive.once('close', stop);
  try {
    // `finished` reports the same error.
    pipeline(content, checked, () => undefined);
    zip.addReadStream(checked, name, STORED);
    await finished(checked);
  } finally {
    archive.off('close', stop);
  }
}
