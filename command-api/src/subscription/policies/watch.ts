import { randomUUID } from 'node:crypto';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { takeDue, teamOfCustomer } from '../customers.ts';
import { observe, type ObserverDeps } from '../handler.ts';
import { forgetHints, hintsDone, keepHint, postponeHints, takeHints } from '../inbox/inbox.ts';
import { startPeriodic } from './periodic.ts';

const INBOX_EVERY_MS = 500;
const POLL_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 10_000;
const AT_ONCE = 20;
/** Events of the provider may be listed a little late. */
const OVERLAP_MS = 10 * 60 * 1000;

export interface WatchDeps extends ObserverDeps {
  readonly log: Logger;
  /** Told of each hint that came by asking and not by webhook. */
  readonly onFound?: (count: number) => void;
}

/**
 * Follows the provider: by what it sends, by asking what happened, since a webhook may be lost or have no way here, and by looking now and
 * then at teams of whom nothing was heard. Any number of processes may do it.
 */
export function startWatch(deps: WatchDeps): { stop(): Promise<void> } {
  const { log } = deps;
  const running = [
    startPeriodic('the inbox of billing', INBOX_EVERY_MS, () => readInbox(deps), log),
    startPeriodic('asking for payments', POLL_EVERY_MS, () => poll(deps), log),
    startPeriodic('looking after payments', SWEEP_EVERY_MS, () => sweep(deps), log),
  ];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}

export async function readInbox(deps: WatchDeps): Promise<void> {
  const { database, log } = deps;
  for (const { customerId, ids } of await takeHints(database, AT_ONCE)) {
    const teamId = await teamOfCustomer(database, customerId);
    if (teamId === undefined) {
      await postponeHints(database, ids, true);
      continue;
    }
    try {
      await observe(deps, teamId, { correlationId: randomUUID(), causationId: ids[0] ?? 'inbox' });
      await hintsDone(database, ids);
    } catch (error) {
      // One customer that cannot be read keeps no other waiting.
      log.error({ err: error, teamId }, 'a hint of the payment provider could not be followed');
      await postponeHints(database, ids, false);
    }
  }
}

/** Puts what happened since the last time into the inbox. */
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
  for (const teamId of await takeDue(deps.database, AT_ONCE)) {
    await observe(deps, teamId, { correlationId: randomUUID(), causationId: 'sweep' }).catch((error: unknown) =>
      deps.log.error({ err: error, teamId }, 'the payments of a team could not be looked at'),
    );
  }
}
