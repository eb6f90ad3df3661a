import { setTimeout as delay } from 'node:timers/promises';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { acquireLock } from '@clearcut/platform/database/advisory-lock';
import type { Tx } from '@clearcut/platform/database/database';
import type { EventBatch, Position } from '@clearcut/platform/event-store/port';
import { PassedOver } from '@clearcut/platform/event-store/set-aside';
import { ageOf, createSchema, readDefinition, storedShape } from './definition.ts';
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

const BATCH_SIZE = 1_000;

/** A swap holds one connection while it reads over another; enough at once would deadlock the pool. */
const swapInTurn = oneAtATime();

/**
 * Fills a fresh schema while the old one serves, then swaps. Rebuilds of one read model wait for each other. A killed
 * rebuild leaves tables for the next to drop.
 * @throws UnreadableEventError, or the error of `project`: the old schema keeps serving
 */
export async function rebuildReadModel(
  model: ReadModel,
  { database, eventStore, log, signal }: FollowerContext,
  { onlyIfOutdated = false, onProgress }: RebuildOptions = {},
): Promise<RebuildReport> {
  const started = Date.now();
  const [next, old] = [`${model.schema}_next`, `${model.schema}_old`];
  const definition = await readDefinition(model);
  const lock = await acquireLock(database, `rebuild:${model.schema}`, signal);
  const stopped = AbortSignal.any([signal, lock.lost]);
  const passedOver = await PassedOver.read(database, model.name);
  let events = 0;
  let position: Position | null = null;

  const readNext = async (): Promise<EventBatch<ClearcutEvent>> => {
    for (;;) {
      stopped.throwIfAborted();
      const filter = { categories: model.categories };
      const batch = await eventStore.readAll({
        from: position,
        filter,
        without: passedOver.ids,
        batchSize: BATCH_SIZE,
      });
      if (batch.events.length > 0 || batch.caughtUp) {
        return { ...batch, events: batch.events.map((event) => passedOver.follow(event)) };
      }
      // A hanging writer hides the next position.
      await delay(100, undefined, { signal: stopped });
    }
  };

  const apply = async (tx: Tx, batch: EventBatch<ClearcutEvent>): Promise<void> => {
    await tx.query(`SET LOCAL search_path TO ${next}`);
    await model.project(tx, batch.events);
    await moveCheckpoint(tx, model.name, position, batch.position);
  };

  const fill = async (): Promise<void> => {
    for (let caughtUp = false; !caughtUp;) {
      const batch = await readNext();
      await database.transaction(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = off');
        await apply(tx, batch);
      });
      ({ position, caughtUp } = batch);
      events += batch.events.length;
      await onProgress?.(events, batch.position);
    }
  };

  const swap = (): Promise<void> =>
    database.transaction(async (tx) => {
      const serving = (await storedShape(tx, model.schema)) !== undefined;
      // Waits for the live projector's batch and blocks the next.
      if (serving) await tx.query(`LOCK TABLE ${model.schema}.checkpoint IN EXCLUSIVE MODE`);
      // Past the live projector: no picture goes back in time.
      for (let caughtUp = false; !caughtUp;) {
        const batch = await readNext();
        await apply(tx, batch);
        ({ position, caughtUp } = batch);
        events += batch.events.length;
      }
      stopped.throwIfAborted();
      if (serving) await tx.query(`ALTER SCHEMA ${model.schema} RENAME TO ${old}`);
      await tx.query(`ALTER SCHEMA ${next} RENAME TO ${model.schema}`);
      // The live projector skips these events, so it cannot notify.
      await tx.query(`SELECT pg_notify($1, '')`, [model.schema]);
    });

  try {
    const report = (): RebuildReport => ({ readModel: model.name, events, milliseconds: Date.now() - started });
    const stored = await storedShape(database, model.schema);
    if (onlyIfOutdated && stored !== undefined && ageOf(stored, definition) !== 'older') return report();
    await database.query(`DROP SCHEMA IF EXISTS ${next} CASCADE`);
    await database.query(`DROP SCHEMA IF EXISTS ${old} CASCADE`);
    await database.transaction((tx) => createSchema(tx, next, definition));
    await fill();
    await swapInTurn(stopped, swap);
    // A long read of old tables may time this out; the next rebuild drops them.
    await database.query(`DROP SCHEMA IF EXISTS ${old} CASCADE`).catch((error: unknown) => {
      log.warn({ readModel: model.name, err: error }, 'The old tables could not be dropped yet');
    });
    log.info(report(), 'Read model rebuilt');
    return report();
  } finally {
    await lock.release();
  }
}

/**
 * Moves the checkpoint from exactly where it was.
 * @throws Error elsewhere: another rebuild recreated the schema
 */
async function moveCheckpoint(tx: Tx, name: string, from: Position | null, to: Position): Promise<void> {
  const moved =
    from === null
      ? await tx.query('INSERT INTO checkpoint (name, position) VALUES ($1, $2) RETURNING name', [name, to])
      : await tx.query('UPDATE checkpoint SET position = $3 WHERE name = $1 AND position = $2 RETURNING name', [
          name,
          from,
          to,
        ]);
  if (moved.length === 0) throw new Error(`Another rebuild of ${name} has taken over`);
}
