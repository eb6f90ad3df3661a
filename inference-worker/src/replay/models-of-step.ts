import type { ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import type { ModelCache } from '../models/model-cache.ts';
import type { PipelineDeps } from '../pipeline/dependencies.ts';
import { namesIn, VersionMissingError } from './replay-step.ts';

type ModelsOfStep = Pick<PipelineDeps, 'model' | 'second'>;

/**
 * Models for repeating a step: those of its result, the current ones, or for the cut-out the one named by the replay.
 * @param now the models of new pictures
 * @throws VersionMissingError if one is not on this machine
 */
export async function modelsOfStep(
  { job, model }: RecordedStep,
  wanted: ReplayVersions,
  { models, second }: { readonly models: ModelCache; readonly second: PipelineDeps['second'] },
): Promise<ModelsOfStep> {
  const now = { model: models.first, second };
  if (wanted === 'now') return now;
  const sha256 = job.kind === 'remove-background' ? (namesIn(wanted).model ?? model) : model;
  // A refined matte without a named model came from the first cut-out.
  if (sha256 === null) return { ...now, second: undefined };
  const found = await models.withDigest(sha256);
  if (found === undefined) throw new VersionMissingError(`model ${sha256}`);
  return job.kind === 'refine-matte' ? { ...now, second: () => Promise.resolve(found) } : { ...now, model: found };
}

/** SHA-256 of the models that a replay of a history naming `ofThen` requires. */
export function modelsNeeded(ofThen: readonly string[], wanted: ReplayVersions): readonly string[] {
  if (wanted === 'now') return [];
  const { model } = namesIn(wanted);
  return model === undefined ? ofThen : [model];
}
