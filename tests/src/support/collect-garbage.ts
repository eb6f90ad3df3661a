/**
 * Loaded into each process of a product whose memory is read: on SIGUSR2 every thread of it collects its garbage. Otherwise two readings differ by
 * what V8 has let lie, tens of megabytes of it where a machine has memory to spare.
 *
 *     NODE_OPTIONS='--expose-gc --import …/collect-garbage.ts'
 */
import { isMainThread } from 'node:worker_threads';

const collect = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

// A signal comes to the main thread alone.
const threads = new BroadcastChannel('clearcut-tests-collect-garbage');
threads.addEventListener('message', collect);
threads.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    collect();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads knows no origins
    threads.postMessage('collect');
  });
}
