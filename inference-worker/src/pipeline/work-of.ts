import { replayJobSchema } from '@clearcut/schemas/support/replay/jobs';
import { imageJobSchema } from '@clearcut/schemas/transaction/jobs';
import { ALONE, type Work } from '../compute/worker-slots.ts';

/** Its handler refuses an invalid message. */
const NOTHING: Work = { picture: '', pixels: 0 };

/** A job that names a model runs alone: loading it could unload one in use. */
export function workOfJob(body: unknown): Work {
  const { data: job } = imageJobSchema.safeParse(body);
  if (job === undefined) return NOTHING;
  const { transactionId: picture, original } = job;
  const namesModel = job.kind === 'remove-background' && job.model !== null;
  return { picture, pixels: namesModel ? ALONE : original.width * original.height };
}

export function workOfReplay(body: unknown): Work {
  const { data } = replayJobSchema.safeParse(body);
  return data === undefined ? NOTHING : { picture: data.transactionId, pixels: ALONE };
}
