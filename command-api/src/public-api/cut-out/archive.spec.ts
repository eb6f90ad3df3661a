import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import { archiveOf } from './archive.ts';

const file = (blob: string) => ({ name: `${blob}.png`, file: { blob } as ImageBlob });

/** Blobs that never end. */
function endless(missing?: string): { readonly blobStore: BlobStore; readonly opened: Readable[] } {
  const opened: Readable[] = [];
  const stream: BlobStore['stream'] = async (key) => {
    if (key === missing) throw new Error('missing');
    const content = new Readable({ read: () => undefined });
    opened.push(content);
    return { bytes: 1, content };
  };
  return { blobStore: { stream } as BlobStore, opened };
}

test('regression: an archive that is not read to its end closes its files', async () => {
  const { blobStore, opened } = endless();
  const archive = await archiveOf(blobStore, [file('a'), file('b')]);
  archive.destroy();
  await once(archive, 'close');
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('regression: a file that cannot be opened leaves no other open', async () => {
  const { blobStore, opened } = endless('b');
  await expect(archiveOf(blobStore, [file('a'), file('b')])).rejects.toThrow('missing');
  await once(opened[0] ?? new Readable(), 'close');
  expect(opened).toHaveLength(1);
});

test('regression: a file that breaks off breaks the archive off', async () => {
  const { blobStore, opened } = endless();
  const archive = await archiveOf(blobStore, [file('a')]);
  opened[0]?.destroy(new Error('broken'));
  await expect(archive.toArray()).rejects.toThrow('broken');
});
