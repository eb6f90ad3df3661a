import type { TransactionEvent } from '@clearcut/schemas/transaction/events';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];
type SaveEvent = Extract<TransactionEvent, { type: 'HdSaveStarted' | 'HdSaveCompleted' | 'HdSaveFailed' }>;

/** One attempt to save one state of a picture, charged to `teamId`. */
export interface Save {
  readonly saveId: string;
  readonly pictureState: string;
  readonly teamId: string;
  /** The member who spent the credit. */
  readonly userId: string;
  /** What it cost; 0 for a free one, which has no spend. */
  readonly credits: number;
  readonly status: 'started' | 'completed' | 'failed';
  /** Why it failed, if it did. */
  readonly reason: EventData<'HdSaveFailed'>['reason'] | null;
}

/** What a request asked for that came under an Idempotency-Key, or for one of many saves. */
export type SaveRequest = Omit<EventData<'HdSaveRequested'>, 'transactionId'>;

export function evolveSaves(saves: readonly Save[], { type, data }: SaveEvent): readonly Save[] {
  if (type === 'HdSaveStarted') {
    const { saveId, pictureState, teamId, userId, credits } = data;
    return [...saves, { saveId, pictureState, teamId, userId, credits, status: 'started', reason: null }];
  }
  const end =
    type === 'HdSaveCompleted'
      ? ({ status: 'completed', reason: null } as const)
      : ({ status: 'failed', reason: data.reason } as const);
  return saves.map((save) => (save.saveId === data.saveId ? { ...save, ...end } : save));
}
