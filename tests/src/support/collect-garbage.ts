/**
 * Loaded into each process whose memory is measured: on SIGUSR2 every thread collects its garbage. Otherwise two
 * readings differ by V8's uncollected garbage, tens of megabytes where memory is plentiful.
 *
 * NODE_OPTIONS='--expose-gc --import …/collect-garbage.ts'
 */
import { isMainThread } from 'node:worker_threads';

const collect = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

// Only the main thread gets the signal.
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
