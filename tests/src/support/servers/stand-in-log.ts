import { startKurrentDb } from './kurrentdb/kurrentdb.ts';

/** By value of EVENT_STORE_URL. */
const NODES = new Map([
  ['stand-in', 1],
  ['stand-in-cluster', 3],
]);

/** Vitest's global set-up: keeps the log of every product of a test in our own stand-in. */
export default async function startStandInLog(): Promise<(() => void) | undefined> {
  const nodes = NODES.get(process.env['EVENT_STORE_URL'] ?? '');
  if (nodes === undefined) return undefined;
  const server = await startKurrentDb({ nodes });
  process.env['EVENT_STORE_URL'] = nodes === 1 ? server.url : server.clusterUrl;
  return () => server.stop();
}
