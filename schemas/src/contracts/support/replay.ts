import { idSchema } from '../../id.ts';
import { replayBodySchema, replaySummarySchema, replayViewSchema } from '../../support/replay/http.ts';
import { sha256Schema } from '../../transaction/picture.ts';
import { IMAGE_MEDIA_TYPES } from '../../constants.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const bySupport = { credentials: ['session'], access: { who: 'staff', roles: ['support'] } } as const;
const byPicture = {
  ...bySupport,
  params: z.object({ id: idSchema }),
  paramsError: 'transaction_not_found',
} as const;

export const replayContracts = {
  request: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/pictures/:id/replays/',
    summary:
      "Repeats a picture's jobs from the original to the event `throughVersion` and compares them with the log. The picture does not change. The owner's admins can read the `reason`. Idempotent per `replayId`.",
    ...byPicture,
    body: replayBodySchema,
    cache: 'no-store',
    answers: { 201: { description: 'It is under way.', schema: z.object({ id: z.uuid() }) } },
    errors: ['transaction_not_found', 'image_expired', 'idempotency_key_reused', 'validation_failed'],
  },
  list: {
    method: 'GET',
    path: '/api/staff/pictures/:id/replays/',
    summary: "A picture's replays, newest first.",
    ...byPicture,
    cache: 'no-store',
    answers: { 200: { description: 'The replays.', schema: z.array(replaySummarySchema) } },
    errors: ['transaction_not_found'],
  },
  replay: {
    method: 'GET',
    path: '/api/staff/replays/:id/',
    summary: "A replay's progress, and each step's verdict: digests and numbers, no pixels.",
    ...bySupport,
    params: z.object({ id: idSchema }),
    paramsError: 'replay_not_found',
    cache: 'no-store',
    answers: { 200: { description: 'The replay.', schema: replayViewSchema } },
    errors: ['replay_not_found'],
  },
  file: {
    method: 'GET',
    path: '/api/staff/replays/:id/files/:sha256/',
    summary: 'A differing file of a step, recorded or replayed. Replayed files are kept for an hour.',
    ...bySupport,
    params: z.object({ id: idSchema, sha256: sha256Schema }),
    paramsError: 'replay_not_found',
    answers: { 200: { description: 'The picture.', mediaTypes: IMAGE_MEDIA_TYPES } },
    errors: ['replay_not_found', 'transaction_not_found', 'access_not_granted', 'range_not_satisfiable'],
  },
} as const satisfies Record<string, Contract>;
