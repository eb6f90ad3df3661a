import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import {
  finishRebuild,
  nextRebuild,
  offerRebuilds,
  reportRebuild,
} from '@clearcut/platform/event-store/rebuild-requests';
import type { Position } from '@clearcut/platform/event-store/port';
import { shareBefore } from '@clearcut/platform/event-store/share';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import type { FollowerContext, ReadModel } from './read-model.ts';
import { rebuildReadModel } from './rebuild.ts';

const POLL_INTERVAL_MS = 2_000;
const REPORT_INTERVAL_MS = 1_000;

export interface RunningRebuilds {
  stop(): Promise<void>;
}

/** One process rebuilds; another restarts its unfinished work. */
export function startRebuilds(models: readonly ReadModel[], context: FollowerContext): RunningRebuilds {
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const ended = work(models, { ...context, signal });
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function work(models: readonly ReadModel[], context: FollowerContext): Promise<void> {
  const { database, log, signal } = context;
  while (!signal.aborted) {
    const lock = await acquireLock(database, 'rebuild-requests', signal).catch(() => undefined);
    if (lock === undefined) return;
    const turn = AbortSignal.any([signal, lock.lost]);
    try {
      await offerRebuilds(
        database,
        models.map(({ name }) => name),
      );
      while (!turn.aborted) {
        if (!(await rebuildNext(models, { ...context, signal: turn }))) await pause(turn);
      }
    } catch (error) {
      if (!isConnectionError(error) && !turn.aborted) log.error({ err: error }, 'Rebuilds on request wait');
      await pause(turn);
    }
    await lock.release();
  }
}

async function rebuildNext(models: readonly ReadModel[], context: FollowerContext): Promise<boolean> {
  const { database, log, signal } = context;
  const name = await nextRebuild(
    database,
    models.map((model) => model.name),
  );
  const model = models.find((one) => one.name === name);
  if (model === undefined) return false;
  let reportedAt = 0;
  const onProgress = async (events: number, position: Position): Promise<void> => {
    if (Date.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = Date.now();
    const statuses = await readSubscriberStatuses(database);
    const serving = statuses.find((status) => status.name === model.name)?.position ?? null;
    await reportRebuild(database, model.name, events, shareBefore(position, serving));
  };
  try {
    const { events } = await rebuildReadModel(model, context, { onProgress });
    await reportRebuild(database, model.name, events, 1);
    await finishRebuild(database, model.name, null);
  } catch (error) {
    // Restarts later.
    if (signal.aborted || isConnectionError(error)) throw error;
    log.error({ readModel: model.name, err: error }, 'A read model could not be rebuilt');
    await finishRebuild(database, model.name, error instanceof Error ? error.message : String(error));
  }
  return true;
}

const pause = (signal: AbortSignal): Promise<void> =>
  delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
