import type { JobOf } from '@clearcut/schemas/transaction/jobs';
import { interruptible } from '../models/looks.ts';
import type { Model } from '../models/model.ts';
import { release, Workspace } from '../memory/workspace.ts';
import { SEGMENTATION } from '../regions/region-map.ts';
import { storeImage, storeStep } from './store-image.ts';
import type { Made, PipelineDeps } from './dependencies.ts';
import { encodeCoarse, lookAtPicture } from './preview-cut-out.ts';
import { refinementOf, rendererOf } from './versions.ts';

/**
 * Refines the second model's matte if it sees a certain subject, else the first's.
 * @throws UnreadableImageError, BlobNotFoundError, ModelError
 */
export async function refineMatte(
  job: JobOf<'refine-matte'>,
  { blobStore, compute, versions, second }: Pick<PipelineDeps, 'blobStore' | 'compute' | 'versions' | 'second'>,
  signal: AbortSignal,
): Promise<Made> {
  const { jobId, transactionId, correlationId, subject } = job;
  const [original, firstMatte] = await Promise.all([
    blobStore.read(job.original.blob),
    blobStore.read(job.coarseMatte.blob),
  ]);
  // A named model's own matte is refined.
  const model = job.model === null ? await second?.() : undefined;
  const better = model && (await matteBy(model, { original, subject }, signal));
  const refined = await compute.refine(original, better ?? firstMatte, versions.refinement, versions.renderer);
  signal.throwIfAborted();
  const [improved, matte, regions] = await Promise.all([
    storeStep(blobStore, job, 'improved', refined.improved),
    storeImage(blobStore, job, 'matte', refined.matte),
    storeImage(blobStore, job, 'regions', refined.regions),
  ]);
  release(original);
  return {
    jobId,
    transactionId,
    correlationId,
    subject,
    kind: 'matte-refined',
    improved,
    matte,
    refinement: refinementOf(versions),
    regions,
    segmentation: SEGMENTATION,
    renderer: rendererOf(versions),
    model: model !== undefined && better !== undefined ? model.identity : null,
  };
}

/** Undefined for a guess. */
async function matteBy(
  model: Model,
  { original, subject }: { original: Uint8Array; subject: JobOf<'refine-matte'>['subject'] },
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  using space = new Workspace();
  const { found } = await lookAtPicture(original, subject, interruptible(model, signal), space);
  if (found === undefined || found.isGuess) return undefined;
  return (await encodeCoarse(found.matte)).data;
}
