/**
 * The projections service with another read model, `applied`, which records each event it receives and the process,
 * without recognising repeats: it shows what the runner really did.
 */
import { runService } from '@clearcut/platform/service';
import type { ReadModel } from '@clearcut/projections/read-model';
import { readModels } from '@clearcut/projections/read-models';
import { startRelay } from '@clearcut/projections/relay/relay';
import { startReadModel } from '@clearcut/projections/runner';

const applied: ReadModel = {
  name: 'applied',
  schema: 'read_applied',
  version: 1,
  schemaFile: new URL('projections-applied.sql', import.meta.url),
  categories: ['transaction'],
  async project(tx, events) {
    await tx.query(
      `INSERT INTO applied (position, stream, version, process)
       SELECT position::bigint, stream, version::int, $2 FROM json_to_recordset($1) AS (position text, stream text, version int)`,
      [JSON.stringify(events.map(({ position, stream, version }) => ({ position, stream, version }))), process.pid],
    );
    return [];
  },
};

/** How many versions this process is ahead of the code beside it. */
const newerBy = Number(process.env['NEWER_BY'] ?? 0);
const models = [...readModels, applied].map((model) => ({ ...model, version: model.version + newerBy }));

await runService('projections', async (context) => {
  const subscribers = [
    startRelay(context),
    ...(await Promise.all(models.map((model) => startReadModel(model, context)))),
  ];
  return {
    async stop() {
      await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
    },
  };
});
