import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { operationIn } from './picture-state.ts';
import type { KnownPicture, TransactionState } from './picture.ts';
import type { Save } from './saves-state.ts';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];

export type SaveCommand =
  /** The credit for it is spent. */
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

/** A save that was started ends once, completed or failed; what comes after its end has no effect. */
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
 * A credit that is spent is spent on something: a save that cannot be made any more, because the picture is gone or is cut out
 * otherwise by now, is recorded all the same, as one that failed at once. So the request and the policy come to the same end.
 */
function start(
  { transactionId, saveId, pictureState, teamId, userId, credits }: SaveCommand & { type: 'StartSave' },
  { picture, phase }: KnownPicture,
): readonly TransactionEvent[] {
  // One request for this save alone is enough: a person waits for it.
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

/** The end of the saves that are under way when their picture goes. */
export function failRunning(transactionId: string, saves: readonly Save[]): TransactionEvent[] {
  return saves
    .filter(({ status }) => status === 'started')
    .map(({ saveId }) => ({
      type: 'HdSaveFailed',
      data: { transactionId, saveId, reason: 'picture_removed' },
    }));
}
