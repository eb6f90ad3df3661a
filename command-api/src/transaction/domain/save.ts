import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { operationIn } from './picture-state.ts';
import type { KnownPicture, TransactionState } from './picture.ts';
import type { Save } from './saves-state.ts';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];

export type SaveCommand =
  | {
      readonly type: 'StartSave';
      readonly transactionId: string;
      readonly saveId: string;
      readonly pictureState: string;
      readonly teamId: string;
      readonly userId: string;
      readonly credits: number;
    }
  | ({ readonly type: 'RecordHdRendered' } & EventData<'HdSaveCompleted'>)
  | ({ readonly type: 'RecordSaveFailed' } & EventData<'HdSaveFailed'>);

/** A started save ends once; later results have no effect. */
export function decideSave(command: SaveCommand, state: TransactionState): readonly TransactionEvent[] {
  if (state === null) {
    if (command.type === 'StartSave') throw new CatalogueError('transaction_not_found');
    return [];
  }
  const { transactionId, saveId } = command;
  const save = state.picture.saves.find((one) => one.saveId === saveId);
  switch (command.type) {
    case 'StartSave':
      return save === undefined ? start(command, state) : [];
    case 'RecordHdRendered': {
      const { file, renderer } = command;
      if (save?.status !== 'started') return [];
      return [{ type: 'HdSaveCompleted', data: { transactionId, saveId, file, renderer } }];
    }
    case 'RecordSaveFailed':
      if (save?.status !== 'started') return [];
      return [{ type: 'HdSaveFailed', data: { transactionId, saveId, reason: command.reason } }];
  }
}

/**
 * Spent credits always have a save: one that can no longer be made is recorded as failed at once, so that request and
 * policy agree.
 */
function start(
  { transactionId, saveId, pictureState, teamId, userId, credits }: SaveCommand & { type: 'StartSave' },
  { picture, phase }: KnownPicture,
): readonly TransactionEvent[] {
  // A single request for this save outside a bulk suffices: a person waits for it.
  const requests = picture.saveRequests.filter((request) => request.saveId === saveId);
  const isBulk = requests.length > 0 && requests.every((request) => request.isBulk);
  const made = phase.status === 'uploaded' ? operationIn({ ...picture, matte: phase.matte }, pictureState) : undefined;
  const opId = made ?? picture.edits.headId;
  const started = {
    type: 'HdSaveStarted',
    data: { transactionId, saveId, opId, pictureState, teamId, userId, credits, isBulk },
  } as const;
  if (made !== undefined) return [started];
  const reason = phase.status === 'deleted' || phase.status === 'expired' ? 'picture_removed' : 'picture_changed';
  return [started, { type: 'HdSaveFailed', data: { transactionId, saveId, reason } }];
}

export function failRunning(transactionId: string, saves: readonly Save[]): TransactionEvent[] {
  return saves
    .filter(({ status }) => status === 'started')
    .map(({ saveId }) => ({
      type: 'HdSaveFailed',
      data: { transactionId, saveId, reason: 'picture_removed' },
    }));
}
