import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { SUPPORT } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { isReplayEvent } from '@clearcut/schemas/support/replay/events';
import type { ReplayView } from '@clearcut/schemas/support/replay/http';
import type { ReplayState } from '@clearcut/schemas/support/replay/kinds';
import { replayAggregate, type ReplayProgress } from '../domain/replay.ts';

export type KnownReplay = NonNullable<ReplayProgress> & { readonly at: string };

/** @throws CatalogueError replay_not_found */
export function replayOf(events: readonly RecordedEvent<ClearcutEvent>[]): KnownReplay {
  const state = events.reduce<ReplayProgress>(
    (before, { event }) => (isReplayEvent(event) ? replayAggregate.evolve(before, event) : before),
    null,
  );
  const [first] = events;
  if (state === null || first === undefined) throw new CatalogueError('replay_not_found');
  return { ...state, at: first.metadata.occurredAt };
}

export function viewOf({ request, steps, end, isCleared, at }: KnownReplay): ReplayView {
  const { replayId, transactionId, throughVersion, mode, versions, staffId, reason } = request;
  const isFailed = end !== null && 'errorCode' in end;
  const until = new Date(Date.parse(at) + SUPPORT.replayFilesMinutes * 60_000).toISOString();
  const hasFiles = !isCleared && steps.some(({ made }) => Object.keys(made).length > 0);
  const state: ReplayState = end === null ? 'running' : isFailed ? 'failed' : 'finished';
  return {
    id: replayId,
    transactionId,
    throughVersion,
    mode,
    versions,
    staffId,
    reason,
    at,
    state,
    verdict: end === null || isFailed ? null : end.verdict,
    firstDifferentEventId: end === null || isFailed ? null : end.firstDifferentEventId,
    failure: isFailed ? end : null,
    filesUntil: hasFiles ? until : null,
    steps: steps.map(({ made: _made, ...step }) => step),
  };
}
