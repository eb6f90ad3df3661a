import type { Readable } from 'node:stream';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import yazl from 'yazl';
import { openBlob } from '../../transaction/index.ts';

/** Pictures are compressed already. */
export async function archiveOf(
  blobStore: BlobStore,
  files: readonly { readonly name: string; readonly file: ImageBlob }[],
): Promise<Readable> {
  const archive = new yazl.ZipFile();
  for (const { name, file } of files) {
    const { content } = await openBlob(blobStore, file.blob);
    archive.addReadStream(content, name, { compress: false });
  }
  archive.end();
  return archive.outputStream as Readable;
}
