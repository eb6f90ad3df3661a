import { startKurrentDb } from './kurrentdb/kurrentdb.ts';

/** Vitest's global set-up: `EVENT_STORE_URL=stand-in` keeps the log of every product of a test in our own stand-in. */
export default async function startStandInLog(): Promise<(() => void) | undefined> {
  if (process.env['EVENT_STORE_URL'] !== 'stand-in') return undefined;
  const server = await startKurrentDb();
  process.env['EVENT_STORE_URL'] = server.url;
  return () => server.stop();
}
