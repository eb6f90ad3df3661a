import type { ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import type { ModelShelf } from '../models/shelf.ts';
import type { PipelineDeps } from '../pipeline/dependencies.ts';
import { VersionMissingError } from './replay-step.ts';

type ModelsOfStep = Pick<PipelineDeps, 'model' | 'second'>;

/**
 * The models that a step is done with again: those that its result names, or those of now.
 * @param now what a new picture would get
 * @throws VersionMissingError for one that is not on this machine
 */
export async function modelsOfStep(
  { job, model: sha256 }: RecordedStep,
  wanted: ReplayVersions,
  { models, second }: { readonly models: ModelShelf; readonly second: PipelineDeps['second'] },
): Promise<ModelsOfStep> {
  const now = { model: models.first, second };
  if (wanted === 'now') return now;
  // A refined matte that names no model is that of the first cut-out.
  if (sha256 === null) return { ...now, second: undefined };
  const then = await models.withDigest(sha256);
  if (then === undefined) throw new VersionMissingError(`model ${sha256}`);
  return job.kind === 'refine-matte' ? { ...now, second: () => Promise.resolve(then) } : { ...now, model: then };
}
