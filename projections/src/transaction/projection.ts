import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isSupportAccessEvent, type SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import { isTransactionEvent, type Owner, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Tx } from '@clearcut/platform/database/database';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { eventsOf, type ReadModel } from '../read-model.ts';
import { RowBatch } from '../row-batch.ts';
import { transactionChanged } from './queries.ts';
import { evolve, evolveHolds, holdUntilOf, type PictureRow } from './rows.ts';

/** Status, pipeline and owner of every picture, and holds for support. */
export const transactionReadModel: ReadModel = {
  name: 'transaction',
  schema: transactionChanged,
  schemaFile: new URL('schema.sql', import.meta.url),
  version: 5,
  categories: ['transaction', 'supportAccess'],
  project,
  milestoneOf: ({ type }) => (type === 'BackgroundRemoved' ? 'UPLOADED' : undefined),
};

interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly status: PictureRow['status'];
  readonly client_key: string | null;
  readonly user_id: string | null;
  readonly team_id: string | null;
  readonly session_id: string;
  readonly subject: SubjectChoice;
  readonly batch_id: string | null;
  readonly forked_from: string | null;
  readonly asked_model: string | null;
  readonly model: PictureRow['model'];
  readonly pipeline: PictureRow['pipeline'];
  readonly matte: PictureRow['matte'];
  readonly refinement: PictureRow['refinement'];
  readonly is_guess: boolean;
  readonly regions: PictureRow['regions'];
  readonly edits: PictureRow['edits'];
  readonly rendered: PictureRow['rendered'];
  readonly backgrounds: PictureRow['backgrounds'];
  readonly saves: PictureRow['saves'];
  readonly error_code: string | null;
  readonly holds: PictureRow['holds'];
  readonly hold_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly expired_at: Date | null;
}

const isOwn = (event: ClearcutEvent): event is TransactionEvent | SupportAccessEvent =>
  isTransactionEvent(event) || isSupportAccessEvent(event);

async function project(tx: Tx, batch: readonly RecordedEvent<ClearcutEvent>[]): Promise<string[]> {
  const events = eventsOf(batch, isOwn);
  const ids = events.map(({ event }) => event.data.transactionId);
  const rows = await RowBatch.read<StoredRow>(tx, 'transaction', ids);
  for (const recorded of events) {
    const before = rows.get(recorded.event.data.transactionId);
    const state = before && fromRow(before);
    const { event } = recorded;
    const after = isTransactionEvent(event)
      ? evolve(state, { ...recorded, event })
      : state && evolveHolds(state, event);
    if (after !== state && after !== undefined) rows.set(toRow(after));
  }
  return rows.write();
}

function toRow({ owner, ...state }: PictureRow): StoredRow {
  return {
    id: state.id,
    version: state.version,
    status: state.status,
    client_key: owner.kind === 'anonymous' ? owner.clientKey : null,
    user_id: owner.kind === 'user' ? owner.userId : null,
    team_id: owner.kind === 'user' ? owner.teamId : null,
    session_id: owner.sessionId,
    subject: state.subject,
    batch_id: state.batchId,
    forked_from: state.forkedFrom,
    asked_model: state.askedModel,
    model: state.model,
    pipeline: state.pipeline,
    matte: state.matte,
    refinement: state.refinement,
    is_guess: state.isGuess,
    regions: state.regions,
    edits: state.edits,
    rendered: state.rendered,
    backgrounds: state.backgrounds,
    saves: state.saves,
    error_code: state.errorCode,
    holds: state.holds,
    hold_until: holdUntilOf(state),
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    deleted_at: state.deletedAt,
    expired_at: state.expiredAt,
  };
}

function fromRow(row: StoredRow): PictureRow {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    owner: ownerOf(row),
    subject: row.subject,
    batchId: row.batch_id,
    forkedFrom: row.forked_from,
    askedModel: row.asked_model,
    model: row.model,
    pipeline: row.pipeline,
    matte: row.matte,
    refinement: row.refinement,
    isGuess: row.is_guess,
    regions: row.regions,
    edits: row.edits,
    rendered: row.rendered,
    backgrounds: row.backgrounds,
    saves: row.saves,
    errorCode: row.error_code,
    holds: row.holds,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    expiredAt: row.expired_at,
  };
}

function ownerOf({ client_key: clientKey, user_id: userId, team_id: teamId, session_id: sessionId }: StoredRow): Owner {
  if (clientKey !== null) return { kind: 'anonymous', clientKey, sessionId };
  if (userId !== null && teamId !== null) return { kind: 'user', userId, teamId, sessionId };
  throw new Error('A picture without an owner');
}
