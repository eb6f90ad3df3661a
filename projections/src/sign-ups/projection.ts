import type { Tx } from '@clearcut/platform/database/database';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { ReadModel } from '../read-model.ts';
import { signUpsChanged } from './queries.ts';

export const signUpsReadModel: ReadModel = {
  name: 'sign-ups',
  schema: signUpsChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 1,
  categories: ['account', 'attribution'],
  project,
};

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const changed = new Set<string>();
  for (const { event, metadata } of batch) {
    if (event.type === 'AccountRegistered') {
      const { userId, by } = event.data;
      // Accounts made by admins did not sign up.
      if (by !== 'password' && by !== 'third-party') continue;
      await tx.query('INSERT INTO sign_up (user_id, at, by) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO NOTHING', [
        userId,
        metadata.occurredAt,
        by,
      ]);
      changed.add(userId);
    }
    if (event.type === 'AccountAttributed') {
      const { userId, source, medium, campaign, variant } = event.data;
      await tx.query('UPDATE sign_up SET source = $2, medium = $3, campaign = $4, variant = $5 WHERE user_id = $1', [
        userId,
        source,
        medium,
        campaign,
        variant,
      ]);
      changed.add(userId);
    }
  }
  return [...changed];
}
