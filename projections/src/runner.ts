import { setTimeout as delay } from 'node:timers/promises';
import { readCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import { writeSubscriberStatus } from '@clearcut/platform/event-store/subscriber-status';
import { createSchema, type Definition, readDefinition, storedDigest } from './definition.ts';
import type { FollowerContext, ReadModel } from './read-model.ts';
import { rebuildReadModel } from './rebuild.ts';

const RETRY_MS = 5_000;

/** Another version's tables serve now. What this code knows of them would leave the rest of each row empty for ever. */
class OutdatedProjectorError extends Error {
  constructor({ name }: ReadModel) {
    super(`The tables of ${name} were replaced by those of another version of its schema.sql`);
    this.name = 'OutdatedProjectorError';
  }
}

/**
 * Keeps a read model up with the log. Resolves when its tables are as this code wants them and it is following, or, when they cannot be
 * made so, once that is recorded: it then tries again every few seconds, and the other read models are spared.
 */
export async function startReadModel(model: ReadModel, context: FollowerContext): Promise<Subscriber> {
  const definition = await tryToPrepare(model, context);
  if (definition !== undefined) return follow(model, definition, context);
  const stopping = new AbortController();
  const later = followLater(model, context, AbortSignal.any([context.signal, stopping.signal]));
  return {
    async stop() {
      stopping.abort();
      await (await later)?.stop();
    },
  };
}

async function followLater(
  model: ReadModel,
  context: FollowerContext,
  signal: AbortSignal,
): Promise<Subscriber | undefined> {
  let definition: Definition | undefined;
  do {
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    definition = await tryToPrepare(model, { ...context, signal });
  } while (definition === undefined);
  return follow(model, definition, context);
}

function follow(model: ReadModel, { digest }: Definition, { database, eventStore, log }: FollowerContext): Subscriber {
  const subscriber: Subscriber = startSubscriber({
    name: model.name,
    eventStore,
    database,
    schema: model.schema,
    filter: { categories: model.categories },
    log,
    async handle(tx, events) {
      if ((await storedDigest(tx, model.schema)) !== digest) {
        const outdated = new OutdatedProjectorError(model);
        log.error({ readModel: model.name, err: outdated }, 'A process of that version has to go on; this one stops');
        // Which frees the lock for that process. Halting would keep it from working for as long as this one lives.
        void subscriber.stop();
        throw outdated;
      }
      const changed = await model.project(tx, events);
      // A NOTIFY makes commits of the whole database queue up for an instant; harmless with one projector a read model.
      await tx.query('SELECT pg_notify($1, key) FROM unnest($2::text[]) AS key', [model.schema, changed]);
    },
  });
  return subscriber;
}

/** Undefined when it could not be done, after recording why as the status of the read model's subscriber. */
async function tryToPrepare(model: ReadModel, context: FollowerContext): Promise<Definition | undefined> {
  try {
    return await prepare(model, context);
  } catch (error) {
    const { database, log, signal } = context;
    log.error({ readModel: model.name, err: error }, 'The tables of a read model could not be made; trying again');
    const text = error instanceof Error ? error.message : String(error);
    if (!signal.aborted) {
      // Where the old tables stand, when there are any.
      const position = await readCheckpoint(database, model).catch(() => null);
      await writeSubscriberStatus(database, log, { name: model.name, state: 'halted', position, error: text });
    }
    return undefined;
  }
}

/** What the tables are made by now. */
async function prepare(model: ReadModel, context: FollowerContext): Promise<Definition> {
  const definition = await readDefinition(model);
  const stored = await context.database.transaction(async (tx) => {
    // Processes that start together would otherwise both find nothing and collide in CREATE SCHEMA.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`create:${model.schema}`]);
    const digest = await storedDigest(tx, model.schema);
    if (digest === undefined) await createSchema(tx, model.schema, definition);
    return digest ?? definition.digest;
  });
  if (stored === definition.digest) return definition;
  context.log.warn(
    { readModel: model.name, stored, wanted: definition.digest },
    'The tables of this read model were made by another version of its schema.sql: it is rebuilt before it goes on',
  );
  await rebuildReadModel(model, context, { onlyIfOutdated: true });
  return definition;
}
