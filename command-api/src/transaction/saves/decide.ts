import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { operationIn } from './picture-state.ts';
import type { TransactionState } from '../state/state.ts';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];
type SaveEvent = Extract<TransactionEvent, { type: 'HdSaveStarted' | 'HdSaveCompleted' | 'HdSaveFailed' }>;

/** One attempt to save one state of a picture, charged to `teamId`. */
export interface Save {
  readonly saveId: string;
  readonly pictureState: string;
  readonly teamId: string;
  /** Who spent the credit. */
  readonly userId: string;
  readonly status: 'started' | 'completed' | 'failed';
  /** Why it failed, if it did. */
  readonly reason: EventData<'HdSaveFailed'>['reason'] | null;
}

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

export function evolveSaves(saves: readonly Save[], { type, data }: SaveEvent): readonly Save[] {
  if (type === 'HdSaveStarted') {
    const { saveId, pictureState, teamId, userId } = data;
    return [...saves, { saveId, pictureState, teamId, userId, status: 'started', reason: null }];
  }
  const end =
    type === 'HdSaveCompleted'
      ? ({ status: 'completed', reason: null } as const)
      : ({ status: 'failed', reason: data.reason } as const);
  return saves.map((save) => (save.saveId === data.saveId ? { ...save, ...end } : save));
}

/** A save that was started ends once, completed or failed; what comes after its end has no effect. */
export function decideSave(command: SaveCommand, state: TransactionState): readonly TransactionEvent[] {
  if (state.status === 'none') {
    if (command.type === 'StartSave') throw new CatalogueError('transaction_not_found');
    return [];
  }
  const { transactionId, saveId } = command;
  const save = state.saves.find((one) => one.saveId === saveId);
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
 * otherwise by now, is recorded all the same, as one that failed at once. So everybody who drives it comes to the same end.
 */
function start(
  { transactionId, saveId, pictureState, teamId, userId, credits }: SaveCommand & { type: 'StartSave' },
  state: Exclude<TransactionState, { status: 'none' }>,
): readonly TransactionEvent[] {
  // Somebody waits for it as soon as one of those who asked for it asked for it alone.
  const requests = state.saveRequests.filter((request) => request.saveId === saveId);
  const isBulk = requests.length > 0 && requests.every((request) => request.isBulk);
  const made = state.status === 'uploaded' ? operationIn(state, pictureState) : undefined;
  const opId = made ?? state.edits.headId;
  const started = {
    type: 'HdSaveStarted',
    data: { transactionId, saveId, opId, pictureState, teamId, userId, credits, isBulk },
  } as const;
  if (made !== undefined) return [started];
  const reason = state.status === 'deleted' || state.status === 'expired' ? 'picture_removed' : 'picture_changed';
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
