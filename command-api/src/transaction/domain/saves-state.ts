import type { TransactionEvent } from '@clearcut/schemas/transaction/events';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];
type SaveEvent = Extract<TransactionEvent, { type: 'HdSaveStarted' | 'HdSaveCompleted' | 'HdSaveFailed' }>;

export interface Save {
  readonly saveId: string;
  readonly pictureState: string;
  readonly teamId: string;
  readonly userId: string;
  /** 0 for a free save, which has no spend. */
  readonly credits: number;
  readonly status: 'started' | 'completed' | 'failed';
  readonly reason: EventData<'HdSaveFailed'>['reason'] | null;
}

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
