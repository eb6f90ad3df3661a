import { CatalogueError } from '@clearcut/schemas/errors';
import { type ReplayedStep, type ReplayRequest, worst } from '@clearcut/schemas/support/replay/replay';
import type { ReplayEvent } from '@clearcut/schemas/support/replay/events';
import type { ReplayError } from '@clearcut/schemas/support/replay/kinds';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { Decider } from '../../kernel/decider.ts';

type RequestedData = Extract<ReplayEvent, { type: 'ReplayRequested' }>['data'];
type Failure = Pick<Extract<ReplayEvent, { type: 'ReplayFailed' }>['data'], 'errorCode' | 'at' | 'missing'>;

export type ReplayProgress = null | {
  readonly request: RequestedData;
  readonly steps: readonly (ReplayedStep & { readonly made: Readonly<Record<string, ImageBlob>> })[];
  readonly end:
    null | { readonly verdict: ReplayedStep['verdict']; readonly firstDifferentEventId: string | null } | Failure;
  readonly isCleared: boolean;
};

export type ReplayCommand =
  | ({ readonly type: 'RequestReplay' } & ReplayRequest & {
        readonly replayId: string;
        readonly transactionId: string;
        readonly staffId: string;
        readonly reason: string;
      })
  | {
      readonly type: 'RecordStep';
      readonly replayId: string;
      readonly step: ReplayedStep;
      readonly made: Readonly<Record<string, ImageBlob>>;
      readonly isLast: boolean;
    }
  | {
      readonly type: 'RecordFailure';
      readonly replayId: string;
      readonly errorCode: ReplayError;
      readonly at: string | null;
      readonly missing: string | null;
    }
  | { readonly type: 'ClearReplay'; readonly replayId: string };

function evolve(state: ReplayProgress, event: ReplayEvent): ReplayProgress {
  if (event.type === 'ReplayRequested') return { request: event.data, steps: [], end: null, isCleared: false };
  if (state === null) throw new Error(`${event.type} of a replay that was not requested`);
  switch (event.type) {
    case 'ReplayStepDone': {
      const { replayId: _replayId, ...step } = event.data;
      return { ...state, steps: [...state.steps, step] };
    }
    case 'ReplayFinished': {
      const { verdict, firstDifferentEventId } = event.data;
      return { ...state, end: { verdict, firstDifferentEventId } };
    }
    case 'ReplayFailed': {
      const { errorCode, at, missing } = event.data;
      return { ...state, end: { errorCode, at, missing } };
    }
    case 'ReplayCleared':
      return { ...state, isCleared: true };
  }
}

/** A replay ends once: repeated or late results have no effect. */
function decide(command: ReplayCommand, state: ReplayProgress): readonly ReplayEvent[] {
  if (command.type === 'RequestReplay') return request(command, state);
  if (state === null) return [];
  const { replayId } = command;
  switch (command.type) {
    case 'RecordStep': {
      const { step, made, isLast } = command;
      if (state.end !== null || state.steps.some(({ eventId }) => eventId === step.eventId)) return [];
      const done = { type: 'ReplayStepDone', data: { replayId, ...step, made } } as const;
      if (!isLast) return [done];
      const all = [...state.steps, step];
      const verdict = worst(all.map((one) => one.verdict));
      const firstDifferentEventId = all.find((one) => one.verdict === 'different')?.eventId ?? null;
      return [done, { type: 'ReplayFinished', data: { replayId, verdict, firstDifferentEventId } }];
    }
    case 'RecordFailure': {
      const { errorCode, at, missing } = command;
      return state.end === null ? [{ type: 'ReplayFailed', data: { replayId, errorCode, at, missing } }] : [];
    }
    case 'ClearReplay':
      return state.isCleared ? [] : [{ type: 'ReplayCleared', data: { replayId } }];
  }
}

function request(command: ReplayCommand & { type: 'RequestReplay' }, state: ReplayProgress): readonly ReplayEvent[] {
  const { type: _type, ...data } = command;
  if (state === null) return [{ type: 'ReplayRequested', data }];
  const { transactionId, staffId } = state.request;
  if (transactionId !== data.transactionId || staffId !== data.staffId) {
    throw new CatalogueError('idempotency_key_reused');
  }
  return [];
}

export const replayDecider: Decider<ReplayProgress, ReplayCommand, ReplayEvent> = {
  initialState: null,
  evolve,
  decide,
};
