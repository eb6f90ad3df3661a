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
  /** Events applied; 0 when the rebuild turned out not to be needed. */
  readonly events: number;
  readonly milliseconds: number;
}

interface RebuildOptions {
  /** Do nothing when the tables are not older than this code: another process may have rebuilt them meanwhile. */
  readonly onlyIfOutdated?: boolean;
  /** Told after each batch how many events were applied so far, and up to where. */
  readonly onProgress?: (events: number, position: Position) => Promise<void>;
}

const BATCH_SIZE = 1_000;

/**
 * A swap holds one connection of the process's pool while it reads the log over another. As many at once as the pool has connections
 * would wait for each other until all of them fail, which is what an upgrade of every read model asks for.
 */
const swapInTurn = oneAtATime();

/**
 * Fills a fresh schema from the first event on while the old one serves and its projector goes on, then puts it in the old
 * one's place between two reads. One rebuild of a read model runs at a time, others wait for it. A rebuild that is
 * killed leaves tables that no query reads; the next one drops them.
 * @throws UnreadableEventError, or what `project` threw: the old schema then goes on serving.
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
      // A writer hangs, so what comes next is not known yet. Asking without a rest would hinder the other writers.
      await delay(100, undefined, { signal: stopped });
    }
  };

  /** Applies a batch to the schema being filled. */
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
      // Waits for the running batch of the live projector and holds the next one off; that one finds the new checkpoint.
      if (serving) await tx.query(`LOCK TABLE ${model.schema}.checkpoint IN EXCLUSIVE MODE`);
      // Reading to the end passes the place where the live projector stands: no picture goes back in time.
      for (let caughtUp = false; !caughtUp;) {
        const batch = await readNext();
        await apply(tx, batch);
        ({ position, caughtUp } = batch);
        events += batch.events.length;
      }
      stopped.throwIfAborted();
      if (serving) await tx.query(`ALTER SCHEMA ${model.schema} RENAME TO ${old}`);
      await tx.query(`ALTER SCHEMA ${next} RENAME TO ${model.schema}`);
      // The live projector never sees the events by which the new tables are ahead of it, so it cannot tell of them.
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
    // A long read of the old tables may hold this up until it times out; the next rebuild drops what is left.
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
 * Moves the checkpoint in the schema being filled, from exactly where it was.
 * @throws Error when it is elsewhere: this rebuild had lost its lock and another one dropped and began the schema anew.
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
