import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@clearcut/platform/config/config';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import {
  readSubscriberStatuses,
  SILENCE_LIMIT_SECONDS,
  startSubscriber,
  type Subscriber,
  type SubscriberStatus,
} from '@clearcut/platform/event-store/subscriber';
import { writeSubscriberStatus } from '@clearcut/platform/event-store/subscriber-status';
import type { Tracing } from '@clearcut/platform/telemetry/tracing/port';
import {
  ageOf,
  createSchema,
  type Definition,
  readDefinition,
  type Shape,
  shapeIn,
  shapeStatement,
  storedShape,
} from './definition.ts';
import type { FollowerContext, ReadModel } from './read-model.ts';
import { rebuildReadModel } from './rebuild.ts';

const RETRY_MS = 5_000;

const NOTIFY = { name: 'notify of keys', text: 'SELECT pg_notify($1, key) FROM unnest($2::text[]) AS key' };

export interface RunnerContext extends FollowerContext {
  readonly config: Pick<Config, 'ownsDatabase'>;
  readonly tracing: Tracing;
}

/** Older code would leave columns empty forever. `/readyz` shows this. */
class NewerTablesError extends Error {
  constructor({ name }: ReadModel, stored: Shape, wanted: Shape) {
    super(
      `the tables of ${name} are of version ${stored.version} and newer than the projector of version ${wanted.version}; ` +
        `to go back to it, stop the newer ones and run npm run operator -- rebuild ${name}`,
    );
    this.name = 'NewerTablesError';
  }
}

/**
 * Resolves once the tables are followed, or the failure is recorded: it then retries. Leaves newer tables alone, except
 * in our own database, where no newer process can exist.
 */
export async function startReadModel(model: ReadModel, context: RunnerContext): Promise<Subscriber> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const definition = await tryToPrepare(model, context);
  const ended = keepFollowing(model, definition, { ...context, signal });
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepFollowing(
  model: ReadModel,
  prepared: Definition | undefined,
  context: RunnerContext,
): Promise<void> {
  const { signal } = context;
  let definition = prepared;
  while (!signal.aborted) {
    if (definition !== undefined) await follow(model, definition, context);
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) definition = await tryToPrepare(model, context);
  }
}

/** Resolves when stopped, or when other tables serve. */
async function follow(
  model: ReadModel,
  definition: Definition,
  { database, eventStore, log, tracing, signal }: RunnerContext,
): Promise<void> {
  const replaced = new AbortController();
  const subscriber = startSubscriber({
    name: model.name,
    eventStore,
    database,
    schema: model.schema,
    filter: { categories: model.categories },
    ...(model.types && { types: model.types }),
    log,
    guard: {
      statement: shapeStatement(model.schema),
      check(rows) {
        const stored = shapeIn(rows);
        if (stored !== undefined && ageOf(stored, definition) === 'same') return;
        replaced.abort();
        throw new Error(`The tables of ${model.name} were replaced by those of another version`);
      },
    },
    async handle(tx, events) {
      const startedAt = new Date();
      const changed = await model.project(tx, events);
      // NOTIFY serialises commits, which is harmless here.
      if (changed.length > 0) await tx.query(NOTIFY, [model.schema, changed]);
      for (const { event, metadata } of events) {
        const name = model.milestoneOf?.(event);
        if (name !== undefined) tracing.begin({ name, parent: metadata.traceparent, startedAt }).end();
      }
    },
  });
  await new Promise<void>((resolve) => {
    const stop = (): void => resolve(subscriber.stop());
    AbortSignal.any([signal, replaced.signal]).addEventListener('abort', stop, { once: true });
  });
}

/** Undefined after a failure, recorded as the subscriber's status. */
async function tryToPrepare(model: ReadModel, context: RunnerContext): Promise<Definition | undefined> {
  const { log, signal } = context;
  try {
    return await prepare(model, context);
  } catch (error) {
    const isNewer = error instanceof NewerTablesError;
    if (isNewer) {
      log.warn({ readModel: model.name, err: error }, 'This projector stands by until it is replaced');
      // A live newer projector owns the status row.
      if (await isOwnedByAnother(model, context)) return undefined;
    } else {
      log.error({ readModel: model.name, err: error }, 'The tables of a read model could not be made; trying again');
    }
    const state = isNewer ? 'standby' : isConnectionError(error) ? 'waiting' : 'halted';
    if (!signal.aborted) await record(state, model, context, error);
    return undefined;
  }
}

async function isOwnedByAnother({ name }: ReadModel, { database }: FollowerContext): Promise<boolean> {
  const statuses = await readSubscriberStatuses(database).catch(() => []);
  return statuses.some(
    (status) => status.name === name && status.silentSeconds <= SILENCE_LIMIT_SECONDS && !isOfWaitingProjector(status),
  );
}

function isOfWaitingProjector({ state, error }: SubscriberStatus): boolean {
  return state === 'standby' && error !== null;
}

async function record(
  state: SubscriberStatus['state'],
  model: ReadModel,
  { database, log }: FollowerContext,
  error: unknown,
): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const position = await readCheckpoint(database, model).catch(() => null);
  await writeSubscriberStatus(database, log, { name: model.name, state, position, error: text });
}

/** @throws NewerTablesError */
async function prepare(model: ReadModel, context: RunnerContext): Promise<Definition> {
  const definition = await readDefinition(model);
  const stored = await context.database.transaction(async (tx) => {
    // Processes that start together would collide in CREATE SCHEMA.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`create:${model.schema}`]);
    const shape = await storedShape(tx, model.schema);
    if (shape === undefined) await createSchema(tx, model.schema, definition);
    return shape ?? definition;
  });
  const age = ageOf(stored, definition);
  if (age === 'same') return definition;
  if (age === 'newer' && !context.config.ownsDatabase) throw new NewerTablesError(model, stored, definition);
  context.log.warn(
    { readModel: model.name, stored: stored.version, wanted: definition.version },
    'The tables of this read model were made by another version: it is rebuilt first',
  );
  await rebuildReadModel(model, context, { onlyIfOutdated: age === 'older' });
  return definition;
}
