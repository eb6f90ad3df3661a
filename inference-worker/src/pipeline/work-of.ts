import { replayJobSchema } from '@clearcut/schemas/support/replay/jobs';
import { imageJobSchema } from '@clearcut/schemas/transaction/jobs';
import { ALONE, type Work } from '../compute/places.ts';

/** What is no job of ours is refused where it is handled, and needs no room before. */
const NOTHING: Work = { picture: '', pixels: 0 };

/**
 * Of a message of IMAGE_JOBS. A job that names a model has the worker for itself: the shelf holds one model beside the first, and would let go
 * of one that another job is looking with.
 */
export function workOfJob(body: unknown): Work {
  const { data: job } = imageJobSchema.safeParse(body);
  if (job === undefined) return NOTHING;
  const { transactionId: picture, original } = job;
  const namesModel = job.kind === 'remove-background' && job.model !== null;
  return { picture, pixels: namesModel ? ALONE : original.width * original.height };
}

/** Of a message of REPLAY_JOBS, which look with the models of then. */
export function workOfReplay(body: unknown): Work {
  const { data } = replayJobSchema.safeParse(body);
  return data === undefined ? NOTHING : { picture: data.transactionId, pixels: ALONE };
}
