import type { Tx } from '@clearcut/platform/database/database';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { isApiKeyEvent } from '@clearcut/schemas/api-keys/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { RowBatch } from '../row-batch.ts';
import { apiKeyChanged } from './queries.ts';
import { type ApiKeyRow, evolveKey } from './rows.ts';

export const apiKeyReadModel: ReadModel = {
  name: 'api-key',
  schema: apiKeyChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['apiKey'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const events = eventsOf(batch, isApiKeyEvent);
  const ids = events.map(({ event }) => event.data.keyId);
  const keys = await RowBatch.read<ApiKeyRow>(tx, 'api_key', ids);
  for (const recorded of events) keys.set(evolveKey(keys.get(recorded.event.data.keyId), recorded));
  return keys.write();
}
