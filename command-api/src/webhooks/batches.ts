import type { Tx } from '@clearcut/platform/database/database';
import { WEBHOOKS } from '@clearcut/schemas/constants';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Fact } from './facts.ts';

interface Batch {
  readonly teamId: string;
  readonly userId: string;
  readonly batchId: string;
}

const BATCH = `team_id AS "teamId", user_id AS "userId", batch_id AS "batchId"`;

/**
 * A batch finishes when its last open picture is ready, failed or deleted, and again after one was added or recut.
 * Uploads before the first webhook do not count.
 * @param tx holds the checkpoint too, so that each event counts once
 * @returns undefined when the event finishes no batch
 */
export async function finishedBatch(tx: Tx, event: ClearcutEvent, origin: string): Promise<Fact | undefined> {
  const batch = await settledIn(tx, event);
  if (batch === undefined) return undefined;
  const { teamId, userId, batchId } = batch;
  const [counted] = await tx.query<Record<'total' | 'open' | 'ready' | 'failed', number>>(
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'open')::int AS open,
            count(*) FILTER (WHERE state = 'ready')::int AS ready, count(*) FILTER (WHERE state = 'failed')::int AS failed
     FROM webhooks.batch_picture WHERE user_id = $1 AND batch_id = $2`,
    [userId, batchId],
  );
  // A batch emptied by deletion is not reported.
  if (counted === undefined || counted.open > 0 || counted.total === 0) return undefined;
  const { total, ready, failed } = counted;
  const links = {
    batch: `${origin}/v1/batches/${batchId}/`,
    pictures: `${origin}/v1/pictures/?batchId=${batchId}`,
  };
  return { type: 'batch.finished', teamId, subject: batchId, data: { batchId, total, ready, failed, links } };
}

async function settledIn(tx: Tx, { type, data }: ClearcutEvent): Promise<Batch | undefined> {
  if (type === 'ImageUploaded') {
    const { transactionId, owner, batchId } = data;
    if (batchId === null || owner.kind !== 'user') return undefined;
    await tx.query(
      `INSERT INTO webhooks.batch_picture (picture_id, team_id, user_id, batch_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [transactionId, owner.teamId, owner.userId, batchId],
    );
    return undefined;
  }
  if (type === 'SubjectChosen') {
    await tx.query(`UPDATE webhooks.batch_picture SET state = 'open' WHERE picture_id = $1`, [data.transactionId]);
    return undefined;
  }
  // A failed refinement leaves the first cut-out, which is then final.
  if (type === 'MatteRefined' || type === 'MatteRefinementFailed')
    return recordOutcome(tx, data.transactionId, 'ready');
  if (type === 'BackgroundRemovalFailed' || type === 'SubjectNotFound') {
    return recordOutcome(tx, data.transactionId, 'failed');
  }
  if (type !== 'TransactionDeleted' && type !== 'ImageExpired') return undefined;
  const [gone] = await tx.query<Batch & { readonly state: string }>(
    `DELETE FROM webhooks.batch_picture WHERE picture_id = $1 RETURNING state, ${BATCH}`,
    [data.transactionId],
  );
  return gone?.state === 'open' ? gone : undefined;
}

async function recordOutcome(tx: Tx, pictureId: string, state: 'ready' | 'failed'): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `UPDATE webhooks.batch_picture SET state = $2 WHERE picture_id = $1 AND state = 'open' RETURNING ${BATCH}`,
    [pictureId, state],
  );
  return batch;
}

/** Drops pictures whose end was not followed because the last webhook was removed. */
export async function forgetOldBatches(database: Tx): Promise<void> {
  await database.query('DELETE FROM webhooks.batch_picture WHERE created_at < now() - make_interval(days => $1)', [
    WEBHOOKS.keptDays,
  ]);
}
