import { randomUUID } from 'node:crypto';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';
import { repeat, type Repeated } from '../../kernel/repeat.ts';
import { takeDue, teamOfCustomer } from '../customers.ts';
import { forgetHints, hintsDone, hintsWaiting, keepHint, postponeHints, takeHints } from '../inbox/inbox.ts';
import type { ObserverDeps } from '../sync.ts';
import { reconcile } from './reconcile.ts';

/** For hints that are retried; a new one wakes it at once. */
const INBOX_INTERVAL_MS = 2_000;
const POLL_INTERVAL_MS = 30_000;
const SWEEP_INTERVAL_MS = 2_000;
const BATCH_SIZE = 20;
/** The provider may list events late. */
const OVERLAP_MS = 10 * 60 * 1000;

export interface WatchDeps extends ObserverDeps {
  readonly log: Logger;
  readonly onFound?: (count: number) => void;
}

/**
 * By webhooks, by polling, since webhooks may be lost or unable to reach us, and by occasional sweeps. Safe in several
 * processes.
 */
export async function startWatch(deps: WatchDeps): Promise<{ stop(): Promise<void> }> {
  const { database, log } = deps;
  const every = (everyMs: number, name: string, round: () => Promise<void>): Repeated =>
    repeat({ everyMs, round, onError: (err) => log[isPassing(err) ? 'debug' : 'error']({ err }, `${name} failed`) });
  const inbox = every(INBOX_INTERVAL_MS, 'the inbox of billing', () => readInbox(deps));
  const running = [
    inbox,
    every(POLL_INTERVAL_MS, 'asking for payments', () => poll(deps)),
    every(SWEEP_INTERVAL_MS, 'looking after payments', () => sweep(deps)),
  ];
  const stopListening = await database.listen(hintsWaiting, () => inbox.wake());
  inbox.wake();
  return {
    async stop() {
      await Promise.all([...running.map((one) => one.stop()), stopListening()]);
    },
  };
}

/** Outages pass and are retried. */
const isPassing = (error: unknown): boolean =>
  isConnectionError(error) || (error instanceof CatalogueError && error.code === 'billing_unavailable');

export async function readInbox(deps: WatchDeps): Promise<void> {
  const { database, log } = deps;
  for (const { customerId, ids } of await takeHints(database, BATCH_SIZE)) {
    const teamId = await teamOfCustomer(database, customerId);
    if (teamId === undefined) {
      await postponeHints(database, ids, true);
      continue;
    }
    try {
      await reconcile(deps, teamId, { correlationId: randomUUID(), causationId: ids[0] ?? 'inbox' });
      await hintsDone(database, ids);
    } catch (error) {
      // A faulty customer must not block others.
      log[isPassing(error) ? 'debug' : 'error']({ err: error, teamId }, 'a hint of the provider could not be followed');
      await postponeHints(database, ids, false);
    }
  }
}

export async function poll({ database, provider, onFound }: WatchDeps): Promise<void> {
  const now = await provider.now();
  const [row] = await database.query<{ since: Date }>('SELECT asked_until AS since FROM billing.poll');
  const since = row?.since ?? now;
  let found = 0;
  for (const hint of await provider.hintsSince(new Date(since.getTime() - OVERLAP_MS))) {
    if (await keepHint(database, hint, 'poll')) found += 1;
  }
  await database.query(
    `INSERT INTO billing.poll (asked_until) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET asked_until = greatest(billing.poll.asked_until, excluded.asked_until)`,
    [now],
  );
  await forgetHints(database);
  if (found > 0) onFound?.(found);
}

export async function sweep(deps: WatchDeps): Promise<void> {
  for (const teamId of await takeDue(deps.database, BATCH_SIZE)) {
    await reconcile(deps, teamId, { correlationId: randomUUID(), causationId: 'sweep' }).catch((error: unknown) =>
      deps.log[isPassing(error) ? 'debug' : 'error']({ err: error, teamId }, 'a team could not be reconciled'),
    );
  }
}
