import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { operationIn } from './picture-state.ts';
import type { EventData, PictureDecision, TransactionState } from './picture.ts';
import type { Save } from './saves-state.ts';

interface Paid {
  readonly transactionId: string;
  readonly saveId: string;
  readonly pictureState: string;
  readonly teamId: string;
  readonly userId: string;
  readonly credits: number;
}

/**
 * Spent credits always have a save: one that can no longer be made is recorded as failed at once, so that request and
 * policy agree.
 */
export const startSave =
  ({ transactionId, saveId, pictureState, teamId, userId, credits }: Paid): PictureDecision =>
  (state) => {
    if (state === null) throw new CatalogueError('transaction_not_found');
    if (saveIn(state, saveId) !== undefined) return [];
    const { picture, phase } = state;
    // A single request for this save outside a bulk suffices: a person waits for it.
    const requests = picture.saveRequests.filter((request) => request.saveId === saveId);
    const isBulk = requests.length > 0 && requests.every((request) => request.isBulk);
    const made =
      phase.status === 'uploaded' ? operationIn({ ...picture, matte: phase.matte }, pictureState) : undefined;
    const opId = made ?? picture.edits.headId;
    const started = {
      type: 'HdSaveStarted',
      data: { transactionId, saveId, opId, pictureState, teamId, userId, credits, isBulk },
    } as const;
    if (made !== undefined) return [started];
    const reason = phase.status === 'deleted' || phase.status === 'expired' ? 'picture_removed' : 'picture_changed';
    return [started, { type: 'HdSaveFailed', data: { transactionId, saveId, reason } }];
  };

const saveIn = (state: TransactionState, saveId: string): Save | undefined =>
  state?.picture.saves.find((one) => one.saveId === saveId);

/** A started save ends once; later results have no effect. */
export const recordHdRendered =
  ({ transactionId, saveId, file, renderer }: EventData<'HdSaveCompleted'>): PictureDecision =>
  (state) =>
    saveIn(state, saveId)?.status === 'started'
      ? [{ type: 'HdSaveCompleted', data: { transactionId, saveId, file, renderer } }]
      : [];

export const recordSaveFailed =
  (data: EventData<'HdSaveFailed'>): PictureDecision =>
  (state) =>
    saveIn(state, data.saveId)?.status === 'started' ? [{ type: 'HdSaveFailed', data }] : [];

export function failRunning(transactionId: string, saves: readonly Save[]): TransactionEvent[] {
  return saves
    .filter(({ status }) => status === 'started')
    .map(({ saveId }) => ({
      type: 'HdSaveFailed',
      data: { transactionId, saveId, reason: 'picture_removed' },
    }));
}
