import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import { describe } from 'vitest';
import { appendSuite } from './append-suite.ts';
import type { EventStoreHarness } from './harness.ts';
import { loadSuite } from './load-suite.ts';
import { subscriptionSuite } from './subscription-suite.ts';

const url = process.env['EVENT_STORE_URL'];
if (url === undefined)
  process.stderr.write('\nThe KurrentDB event store is not tested here: EVENT_STORE_URL is not set.\n');

/** One log for all files and runs: each test keeps to streams and categories of its own. */
async function start(): Promise<EventStoreHarness> {
  const server = new URL(url ?? '');
  return {
    address: { host: server.hostname, port: Number(server.port || '2113') },
    async open(codec, via) {
      const at = new URL(server);
      if (via !== undefined) at.host = `${via.host}:${via.port}`;
      return createKurrentDbEventStore({ url: at.href, codec });
    },
    close: () => Promise.resolve(),
  };
}

describe.skipIf(url === undefined)('KurrentDB event store', { timeout: 120_000 }, () => {
  appendSuite(start);
  subscriptionSuite(start);
  loadSuite(start);
});
