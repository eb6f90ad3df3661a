import type { ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import type { ModelCache } from '../models/model-cache.ts';
import type { PipelineDeps } from '../pipeline/dependencies.ts';
import { namesIn, VersionMissingError } from './replay-step.ts';

type ModelsOfStep = Pick<PipelineDeps, 'model' | 'second'>;

/**
 * Chooses the models of the step's result, the current ones, or the one the replay names.
 * @param now models of new pictures
 * @throws VersionMissingError
 */
export async function modelsOfStep(
  { job, model }: RecordedStep,
  wanted: ReplayVersions,
  { models, second }: { readonly models: ModelCache; readonly second: PipelineDeps['second'] },
): Promise<ModelsOfStep> {
  const now = { model: models.first, second };
  if (wanted === 'now') return now;
  const sha256 = job.kind === 'remove-background' ? (namesIn(wanted).model ?? model) : model;
  // Without a named model, it came from the first cut-out.
  if (sha256 === null) return { ...now, second: undefined };
  const found = await models.withDigest(sha256);
  if (found === undefined) throw new VersionMissingError(`model ${sha256}`);
  return job.kind === 'refine-matte' ? { ...now, second: () => Promise.resolve(found) } : { ...now, model: found };
}

/** SHA-256. */
export function modelsNeeded(ofThen: readonly string[], wanted: ReplayVersions): readonly string[] {
  if (wanted === 'now') return [];
  const { model } = namesIn(wanted);
  return model === undefined ? ofThen : [model];
}
