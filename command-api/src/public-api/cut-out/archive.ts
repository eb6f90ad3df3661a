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
  const output = archive.outputStream as Readable;
  try {
    for (const { name, file } of files) {
      const { content } = await openBlob(blobStore, file.blob);
      content.once('error', (error) => output.destroy(error));
      output.once('close', () => content.destroy());
      archive.addReadStream(content, name, { compress: false });
    }
  } catch (error) {
    output.destroy();
    throw error;
  }
  archive.end();
  return output;
}
