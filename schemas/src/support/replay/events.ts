import { z } from 'zod';
import { SUPPORT } from '../../constants.ts';
import { defineEvent, eventGuard, type EventOf } from '../../define-event.ts';
import { madeFilesSchema, replayedStepSchema, replayRequestSchema } from './replay.ts';
import { REPLAY_ERRORS, VERDICTS } from './kinds.ts';

const replayId = z.uuid();

/** Staff want the jobs of a picture done again, and compared with what the log says. Nothing of the picture changes by it. */
const replayRequested = defineEvent(
  'ReplayRequested',
  replayRequestSchema.extend({
    replayId,
    transactionId: z.uuid(),
    staffId: z.uuid(),
    /** In the words of staff, and without names: it can never be erased. */
    reason: z.string().max(SUPPORT.reasonLength),
  }),
  // Version 1 knew `then` and `now` alone.
  [(data) => data],
);

const replayStepDone = defineEvent('ReplayStepDone', replayedStepSchema.extend({ replayId, made: madeFilesSchema }));

const replayFinished = defineEvent(
  'ReplayFinished',
  z.object({ replayId, verdict: z.enum(VERDICTS), firstDifferentEventId: z.string().nullable() }),
);

/** It ended without a verdict. */
const replayFailed = defineEvent(
  'ReplayFailed',
  z.object({
    replayId,
    errorCode: z.enum(REPLAY_ERRORS),
    /** The event whose job it failed at; null where none was begun. */
    at: z.string().nullable(),
    /** Which model or version is not here; the SHA-256 of a model. */
    missing: z.string().nullable(),
  }),
);

/** The files that were kept to be looked at are gone; the facts stay. */
const replayCleared = defineEvent('ReplayCleared', z.object({ replayId }));

export const replayEvents = [replayRequested, replayStepDone, replayFinished, replayFailed, replayCleared] as const;

export type ReplayEvent = EventOf<(typeof replayEvents)[number]>;
export const isReplayEvent = eventGuard(replayEvents);
