import { setTimeout as delay } from 'node:timers/promises';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Tx } from '@clearcut/platform/database/database';
import type { EventBatch, Position } from '@clearcut/platform/event-store/port';
import type { SetAsideEvents } from '@clearcut/platform/event-store/set-aside';
import { createSchema, type Definition, storedShape } from './definition.ts';
import type { FollowerContext, ReadModel } from './read-model.ts';

const BATCH_SIZE = 1_000;

/** Tables that are filled beside those that serve, and then take their place. */
export class FreshTables {
  readonly #model: ReadModel;
  readonly #context: FollowerContext;
  readonly #setAsideEvents: SetAsideEvents;
  readonly #next: string;
  readonly #old: string;
  #position: Position | null = null;
  events = 0;

  constructor(model: ReadModel, context: FollowerContext, setAsideEvents: SetAsideEvents) {
    this.#model = model;
    this.#context = context;
    this.#setAsideEvents = setAsideEvents;
    this.#next = `${model.schema}_next`;
    this.#old = `${model.schema}_old`;
  }

  async create(definition: Definition): Promise<void> {
    const { database } = this.#context;
    await database.query(`DROP SCHEMA IF EXISTS ${this.#next} CASCADE`);
    await database.query(`DROP SCHEMA IF EXISTS ${this.#old} CASCADE`);
    await database.transaction((tx) => createSchema(tx, this.#next, definition));
  }

  async fill(onProgress: ((events: number, position: Position) => Promise<void>) | undefined): Promise<void> {
    for (let caughtUp = false; !caughtUp;) {
      const batch = await this.#read();
      await this.#context.database.transaction(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = off');
        await this.#apply(tx, batch);
      });
      caughtUp = this.#moveTo(batch);
      await onProgress?.(this.events, batch.position);
    }
  }

  swap(): Promise<void> {
    const { schema } = this.#model;
    const { database, signal } = this.#context;
    return database.transaction(async (tx) => {
      const serving = (await storedShape(tx, schema)) !== undefined;
      // Waits for the live projector's batch and blocks the next.
      if (serving) await tx.query(`LOCK TABLE ${schema}.checkpoint IN EXCLUSIVE MODE`);
      // Past the live projector: no picture goes back in time.
      for (let caughtUp = false; !caughtUp;) {
        const batch = await this.#read();
        await this.#apply(tx, batch);
        caughtUp = this.#moveTo(batch);
      }
      signal.throwIfAborted();
      if (serving) await tx.query(`ALTER SCHEMA ${schema} RENAME TO ${this.#old}`);
      await tx.query(`ALTER SCHEMA ${this.#next} RENAME TO ${schema}`);
      // The live projector skips these events, so it cannot notify.
      await tx.query(`SELECT pg_notify($1, '')`, [schema]);
    });
  }

  /** A long read of old tables may time this out; the next rebuild drops them. */
  async dropOld(): Promise<void> {
    const { database, log } = this.#context;
    await database.query(`DROP SCHEMA IF EXISTS ${this.#old} CASCADE`).catch((error: unknown) => {
      log.warn({ readModel: this.#model.name, err: error }, 'The old tables could not be dropped yet');
    });
  }

  async #read(): Promise<EventBatch<ClearcutEvent>> {
    const { eventStore, signal } = this.#context;
    for (;;) {
      signal.throwIfAborted();
      const batch = await eventStore.readAll({
        from: this.#position,
        filter: { categories: this.#model.categories },
        without: this.#setAsideEvents.ids,
        batchSize: BATCH_SIZE,
      });
      if (batch.events.length > 0 || batch.caughtUp) {
        return { ...batch, events: batch.events.map((event) => this.#setAsideEvents.follow(event)) };
      }
      // A hanging writer hides the next position.
      await delay(100, undefined, { signal });
    }
  }

  async #apply(tx: Tx, batch: EventBatch<ClearcutEvent>): Promise<void> {
    await tx.query(`SET LOCAL search_path TO ${this.#next}`);
    await this.#model.project(tx, batch.events);
    await moveCheckpoint(tx, this.#model.name, this.#position, batch.position);
  }

  /** Whether it was the last. */
  #moveTo({ events, position, caughtUp }: EventBatch<ClearcutEvent>): boolean {
    this.#position = position;
    this.events += events.length;
    return caughtUp;
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
