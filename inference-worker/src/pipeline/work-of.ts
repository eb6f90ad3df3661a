import { replayJobSchema } from '@clearcut/schemas/support/replay/jobs';
import { imageJobSchema } from '@clearcut/schemas/transaction/jobs';
import { ALONE, type Work } from '../compute/worker-slots.ts';

/** A message that is no job is refused by its handler and needs no room. */
const NOTHING: Work = { picture: '', pixels: 0 };

/**
 * For a message of IMAGE_JOBS. A job that names a model runs alone: the cache holds one model beside the first, and
 * would unload one in use by another job.
 */
export function workOfJob(body: unknown): Work {
  const { data: job } = imageJobSchema.safeParse(body);
  if (job === undefined) return NOTHING;
  const { transactionId: picture, original } = job;
  const namesModel = job.kind === 'remove-background' && job.model !== null;
  return { picture, pixels: namesModel ? ALONE : original.width * original.height };
}

/** For a message of REPLAY_JOBS, which use earlier models. */
export function workOfReplay(body: unknown): Work {
  const { data } = replayJobSchema.safeParse(body);
  return data === undefined ? NOTHING : { picture: data.transactionId, pixels: ALONE };
}
