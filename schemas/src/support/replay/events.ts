import { z } from 'zod';
import { SUPPORT } from '../../constants.ts';
import { defineEvent, eventGuard, type EventOf } from '../../define-event.ts';
import { madeFilesSchema, replayedStepSchema, replayRequestSchema } from './replay.ts';
import { REPLAY_ERRORS, VERDICTS } from './kinds.ts';

const replayId = z.uuid();

/** Does not change the picture. */
const replayRequested = defineEvent(
  'ReplayRequested',
  replayRequestSchema.extend({
    replayId,
    transactionId: z.uuid(),
    staffId: z.uuid(),
    /** By staff, without names: never erased. */
    reason: z.string().max(SUPPORT.reasonLength),
  }),
  // Version 1 knew `then` and `now` only.
  [(data) => data],
);

const replayStepDone = defineEvent('ReplayStepDone', replayedStepSchema.extend({ replayId, made: madeFilesSchema }));

const replayFinished = defineEvent(
  'ReplayFinished',
  z.object({ replayId, verdict: z.enum(VERDICTS), firstDifferentEventId: z.string().nullable() }),
);

const replayFailed = defineEvent(
  'ReplayFailed',
  z.object({
    replayId,
    errorCode: z.enum(REPLAY_ERRORS),
    /** Null when no job was begun. */
    at: z.string().nullable(),
    /** Missing model (SHA-256) or version. */
    missing: z.string().nullable(),
  }),
);

const replayCleared = defineEvent('ReplayCleared', z.object({ replayId }));

export const replayEvents = [replayRequested, replayStepDone, replayFinished, replayFailed, replayCleared] as const;

export type ReplayEvent = EventOf<(typeof replayEvents)[number]>;
export const isReplayEvent = eventGuard(replayEvents);
