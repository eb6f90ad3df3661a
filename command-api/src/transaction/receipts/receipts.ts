import type { Tx } from '@clearcut/platform/database/database';
import type { EventStore, RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { emptyHistory, evolveHistory, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import { beginsPicture, isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import { type Receipt, receiptSchema } from '@clearcut/schemas/transaction/saves-http';
import { findSpend, type Spend } from '../../credits/index.ts';

type Recorded<Type extends TransactionEvent['type']> = RecordedEvent<Extract<TransactionEvent, { type: Type }>>;

/**
 * Everything that explains a saved file, from the log alone, so it outlives the picture; undefined without such a save.
 */
export async function readReceipt(
  deps: { readonly eventStore: EventStore<ClearcutEvent>; readonly database: Tx },
  transactionId: string,
  saveId: string,
): Promise<Receipt | undefined> {
  const history = await deps.eventStore.readStream(`transaction-${transactionId}`);
  const started = history.find(
    (recorded): recorded is Recorded<'HdSaveStarted'> =>
      recorded.event.type === 'HdSaveStarted' && recorded.event.data.saveId === saveId,
  );
  const completed = history.find(
    (recorded): recorded is Recorded<'HdSaveCompleted'> =>
      recorded.event.type === 'HdSaveCompleted' && recorded.event.data.saveId === saveId,
  );
  if (started === undefined || completed === undefined) return undefined;
  const { credits, teamId } = started.event.data;
  const spend = credits === 0 ? undefined : await findSpend(deps, teamId, saveId);
  if (spend === undefined && credits > 0) throw new Error(`Save ${saveId} of picture ${transactionId} was not charged`);
  const before = history.filter(({ version }) => version < started.version).map(({ event }) => event);
  return receiptOf(pictureAt(before, started.event.data.opId), { started, completed, spend });
}

type SavedPicture = Pick<Receipt, 'original' | 'model' | 'secondModel' | 'refinement' | 'settings' | 'masks'>;

function pictureAt(events: readonly ClearcutEvent[], opId: string): SavedPicture {
  let original: SavedPicture['original'] | undefined;
  let model: SavedPicture['model'] | undefined;
  let secondModel: SavedPicture['secondModel'] = null;
  let refinement: SavedPicture['refinement'] = null;
  let edits = emptyHistory('');
  for (const event of events) {
    if (!isTransactionEvent(event)) throw new Error(`${event.type} does not belong to a picture`);
    edits = evolveHistory(edits, event);
    if (beginsPicture(event)) {
      const { sha256, width, height } = event.data.original;
      original = { sha256, width, height };
      edits = emptyHistory(event.data.original.opId);
    } else if (event.type === 'BackgroundRemoved') {
      ({ model } = event.data);
      secondModel = null;
      refinement = null;
    } else if (event.type === 'MatteRefined') {
      ({ refinement, model: secondModel } = event.data);
    }
  }
  if (original === undefined || model === undefined) throw new Error('A picture was saved that was not cut out');
  const { settings, masks } = sceneAt(edits, opId);
  return {
    original,
    model,
    secondModel,
    refinement,
    settings,
    masks: masks.map(({ opId, mask }) => ({ opId, sha256: mask.sha256 })),
  };
}

function receiptOf(
  picture: SavedPicture,
  {
    started,
    completed,
    spend,
  }: { started: Recorded<'HdSaveStarted'>; completed: Recorded<'HdSaveCompleted'>; spend: Spend | undefined },
): Receipt {
  const { saveId, transactionId, opId, pictureState } = started.event.data;
  const { file, renderer } = completed.event.data;
  const { id, stream, version, position } = completed;
  return receiptSchema.parse({
    saveId,
    transactionId,
    opId,
    savedAt: completed.metadata.occurredAt,
    file,
    ...picture,
    pictureState,
    renderer,
    event: { id, stream, version, position },
    ledger: spend === undefined ? null : ledgerOf(spend, started.event.data.userId),
  });
}

function ledgerOf({ id, event, metadata }: Spend, userId: string): Receipt['ledger'] {
  const { teamId, credits, balance } = event.data;
  return { entryId: id, teamId, userId, credits, balance, chargedAt: metadata.occurredAt };
}
