import { isDeepStrictEqual } from 'node:util';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type ReplayedStep, worst } from '@clearcut/schemas/support/replay/replay';
import type { ReplayEvent } from '@clearcut/schemas/support/replay/events';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

type RequestedData = Extract<ReplayEvent, { type: 'ReplayRequested' }>['data'];
type Failure = Pick<Extract<ReplayEvent, { type: 'ReplayFailed' }>['data'], 'errorCode' | 'at' | 'missing'>;

interface StepOfReplay {
  readonly replayId: string;
  readonly step: ReplayedStep;
  readonly made: Readonly<Record<string, ImageBlob>>;
  readonly isLast: boolean;
}

export type ReplayProgress = null | {
  readonly request: RequestedData;
  readonly steps: readonly (ReplayedStep & { readonly made: Readonly<Record<string, ImageBlob>> })[];
  readonly end:
    | null
    | { readonly verdict: ReplayedStep['verdict']; readonly firstDifferentEventId: string | null }
    | Failure;
  readonly isCleared: boolean;
};

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

export const replayAggregate: Aggregate<ReplayProgress, ReplayEvent> = { initialState: null, evolve };

type ReplayDecision = Decision<ReplayProgress, ReplayEvent>;

export const requestReplay =
  (data: RequestedData): ReplayDecision =>
  (state) => {
    if (state === null) return [{ type: 'ReplayRequested', data }];
    const { reason: _before, ...before } = state.request;
    const { reason: _reason, ...requested } = data;
    if (!isDeepStrictEqual(before, requested)) throw new CatalogueError('idempotency_key_reused');
    return [];
  };

/** A replay ends once: repeated or late results have no effect. */
export const recordStep =
  ({ replayId, step, made, isLast }: StepOfReplay): ReplayDecision =>
  (state) => {
    if (state === null || state.end !== null) return [];
    if (state.steps.some(({ eventId }) => eventId === step.eventId)) return [];
    const done = { type: 'ReplayStepDone', data: { replayId, ...step, made } } as const;
    if (!isLast) return [done];
    const all = [...state.steps, step];
    const verdict = worst(all.map((one) => one.verdict));
    const firstDifferentEventId = all.find((one) => one.verdict === 'different')?.eventId ?? null;
    return [done, { type: 'ReplayFinished', data: { replayId, verdict, firstDifferentEventId } }];
  };

export const recordFailure =
  ({ replayId, errorCode, at, missing }: Failure & { readonly replayId: string }): ReplayDecision =>
  (state) =>
    state === null || state.end !== null ? [] : [{ type: 'ReplayFailed', data: { replayId, errorCode, at, missing } }];

export const clearReplay =
  (replayId: string): ReplayDecision =>
  (state) =>
    state === null || state.isCleared ? [] : [{ type: 'ReplayCleared', data: { replayId } }];
