/**
 * Puts an endless blob, says so on stdout once bytes are being sent, and waits to be killed. Argument: the folder of a
 * disk store, or the BLOB_STORE_URL of another.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';
import { createS3BlobStore } from '@clearcut/platform/blob-store/s3/s3-blob-store';
import { loadConfig } from '@clearcut/platform/config/config';

const place = process.argv[2] ?? '';
const { blobStore } = loadConfig(place.startsWith('s3:') ? { BLOB_STORE_URL: place } : {});
const store = blobStore ? await createS3BlobStore(blobStore) : await createDiskBlobStore({ directory: place });

async function* endless(): AsyncGenerator<Uint8Array> {
  for (let turn = 0; ; turn++) {
    yield new Uint8Array(1_000_000);
    // By this turn, a multipart store has sent a part.
    if (turn === 30) process.stdout.write('writing\n');
    await delay(20);
  }
}

await store.put('transaction/1/original', Readable.from(endless()));
