import { randomUUID } from 'node:crypto';
import { parseAddress } from '@clearcut/platform/event-store/kurrentdb/address';
import { createKurrentDbEventStore } from '@clearcut/platform/event-store/kurrentdb/kurrentdb-event-store';
import { describe } from 'vitest';
import { startKurrentDb } from '../../support/servers/kurrentdb/kurrentdb.ts';
import { ownNames } from '../../support/servers/scale.ts';
import { appendSuite } from './append-suite.ts';
import type { EventStoreHarness } from './harness.ts';
import { loadSuite } from './load-suite.ts';
import { subscriptionSuite } from './subscription-suite.ts';

const url = ownNames(randomUUID())['EVENT_STORE_URL'];
if (url === undefined) {
  process.stderr.write(
    '\nKurrentDB itself is not tested here: EVENT_STORE_URL is not set. What follows is the stand-in of its protocol.\n',
  );
}

/** A real server has one log for all files and runs: each run has its own streams, and each test its own categories. */
async function start(): Promise<EventStoreHarness> {
  const standIn = url === undefined ? await startKurrentDb() : undefined;
  const server = url ?? standIn?.url ?? '';
  const { hosts, isSecure } = parseAddress(server);
  return {
    address: hosts.length === 1 && !isSecure ? hosts[0] : undefined,
    async open(codec, via) {
      const at = via === undefined ? server : server.replace(new URL(server).host, `${via.host}:${via.port}`);
      return createKurrentDbEventStore({ url: at, codec });
    },
    close: async () => standIn?.stop(),
  };
}

describe(
  url === undefined ? 'KurrentDB event store, at a stand-in' : 'KurrentDB event store',
  { timeout: 120_000 },
  () => {
    appendSuite(start);
    subscriptionSuite(start);
    loadSuite(start);
  },
);
