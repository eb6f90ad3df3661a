import { createComputeThread } from '@clearcut/inference-worker/compute/compute';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { loadModelNamed } from '@clearcut/inference-worker/models/library';
import { previewCutOut } from '@clearcut/inference-worker/pipeline/preview-cut-out';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO } from '@clearcut/schemas/transaction/subject';

export interface Cutter {
  /** The HD file of a picture, as the product makes it; undefined where it is unsure of the subject. */
  cutOut(picture: Uint8Array): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Cuts out with the bundled model. */
export async function openCutter(): Promise<Cutter> {
  const model = await loadModelNamed('', DEFAULT_MODEL);
  const compute = createComputeThread();
  return {
    async cutOut(picture) {
      const made = await previewCutOut(picture, AUTO, model, compute);
      if (!made.subjectFound || made.isGuess) return undefined;
      const { matte } = await compute.refine(picture, made.coarseMatte.data);
      const scene = { frame: made.size, settings: DEFAULT_SETTINGS, masks: [], background: null };
      return (await compute.renderHd(scene, picture, { encoded: matte.data, isRefined: true })).data;
    },
    async close() {
      await compute.close();
      await model.close();
    },
  };
}
