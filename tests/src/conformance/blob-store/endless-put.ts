/** A process that puts a blob without end, says so on stdout once bytes are on their way, and waits to be killed. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskBlobStore } from '@clearcut/platform/blob-store/disk/disk-blob-store';

const store = await createDiskBlobStore({ directory: process.argv[2] ?? '' });

async function* endless(): AsyncGenerator<Uint8Array> {
  for (let turn = 0; ; turn++) {
    yield new Uint8Array(10_000);
    if (turn === 3) process.stdout.write('writing\n');
    await delay(20);
  }
}

await store.put('transaction/1/original', Readable.from(endless()));
