import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import type { Position } from '@clearcut/platform/event-store/port';
import { SetAsideEvents } from '@clearcut/platform/event-store/set-aside';
import { ageOf, readDefinition, storedShape } from './definition.ts';
import { FreshTables } from './fresh-tables.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { FollowerContext, ReadModel } from './read-model.ts';

export interface RebuildReport {
  readonly readModel: string;
  /** 0 when not needed. */
  readonly events: number;
  readonly milliseconds: number;
}

interface RebuildOptions {
  readonly onlyIfOutdated?: boolean;
  /** After each batch. */
  readonly onProgress?: (events: number, position: Position) => Promise<void>;
}

/** A swap holds one connection while it reads over another; enough at once would deadlock the pool. */
const swapInTurn = oneAtATime();

/**
 * Fills a fresh schema while the old one serves, then swaps. Rebuilds of one read model wait for each other. A killed
 * rebuild leaves tables for the next to drop.
 * @throws UnreadableEventError, or the error of `project`: the old schema keeps serving
 */
export async function rebuildReadModel(
  model: ReadModel,
  context: FollowerContext,
  { onlyIfOutdated = false, onProgress }: RebuildOptions = {},
): Promise<RebuildReport> {
  const { database, log, signal } = context;
  const started = Date.now();
  const report = (events: number): RebuildReport => ({
    readModel: model.name,
    events,
    milliseconds: Date.now() - started,
  });
  const definition = await readDefinition(model);
  const lock = await acquireLock(database, `rebuild:${model.schema}`, signal);
  try {
    const stored = await storedShape(database, model.schema);
    if (onlyIfOutdated && stored !== undefined && ageOf(stored, definition) !== 'older') return report(0);
    const setAsideEvents = await SetAsideEvents.read(database, model.name);
    const stopped = AbortSignal.any([signal, lock.lost]);
    const tables = new FreshTables(model, { ...context, signal: stopped }, setAsideEvents);
    await tables.create(definition);
    await tables.fill(onProgress);
    await swapInTurn(stopped, () => tables.swap());
    await tables.dropOld();
    log.info(report(tables.events), 'Read model rebuilt');
    return report(tables.events);
  } finally {
    await lock.release();
  }
}
