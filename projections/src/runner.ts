import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import { createSchema, readDefinition, storedDigest } from './definition.ts';
import { notifyChanged, type FollowerContext, type ReadModel } from './read-model.ts';
import { rebuildReadModel } from './rebuild.ts';

/** Keeps a read model up with the log. Resolves when its tables are as this code wants them and it is following. */
export async function startReadModel(model: ReadModel, context: FollowerContext): Promise<Subscriber> {
  await prepare(model, context);
  const { database, eventStore, log } = context;
  return startSubscriber({
    name: model.name,
    eventStore,
    database,
    schema: model.schema,
    filter: { categories: model.categories },
    batchSize: 500,
    log,
    async handle(tx, events) {
      // Rows and checkpoint are lost together when the server crashes and then made again from the log, so waiting for
      // the disk would buy nothing but delay.
      await tx.query('SET LOCAL synchronous_commit = off');
      await notifyChanged(tx, model, await model.project(tx, events));
    },
  });
}

async function prepare(model: ReadModel, context: FollowerContext): Promise<void> {
  const definition = await readDefinition(model);
  const stored = await context.database.transaction(async (tx) => {
    // Processes that start together would otherwise both find nothing and collide in CREATE SCHEMA.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`create:${model.schema}`]);
    const digest = await storedDigest(tx, model.schema);
    if (digest === undefined) await createSchema(tx, model.schema, definition);
    return digest ?? definition.digest;
  });
  if (stored === definition.digest) return;
  context.log.warn(
    { readModel: model.name, stored, wanted: definition.digest },
    'The tables of this read model were made by another version of its schema.sql: it is rebuilt before it goes on',
  );
  await rebuildReadModel(model, context, { onlyIfOutdated: true });
}
