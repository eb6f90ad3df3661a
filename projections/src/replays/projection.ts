import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isReplayEvent } from '@clearcut/schemas/support/replay/events';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { replaysChanged } from './queries.ts';

export const replaysReadModel: ReadModel = {
  name: 'replays',
  schema: replaysChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 2,
  categories: ['replay'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const changed = new Set<string>();
  for (const { event, metadata } of eventsOf(batch, isReplayEvent)) {
    const { replayId } = event.data;
    changed.add(replayId);
    switch (event.type) {
      case 'ReplayRequested': {
        const { transactionId, throughVersion, mode, versions, staffId, reason } = event.data;
        await tx.query(
          `INSERT INTO replay VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'running', NULL, false) ON CONFLICT (id) DO NOTHING`,
          [replayId, transactionId, metadata.occurredAt, throughVersion, mode, toJson(versions), staffId, reason],
        );
        break;
      }
      case 'ReplayFinished':
        await tx.query(`UPDATE replay SET state = 'finished', verdict = $2 WHERE id = $1`, [
          replayId,
          event.data.verdict,
        ]);
        break;
      case 'ReplayFailed':
        await tx.query(`UPDATE replay SET state = 'failed' WHERE id = $1`, [replayId]);
        break;
      case 'ReplayCleared':
        await tx.query('UPDATE replay SET is_cleared = true WHERE id = $1', [replayId]);
        break;
      case 'ReplayStepDone':
        break;
    }
  }
  return [...changed];
}
