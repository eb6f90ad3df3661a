import { createComputeThread } from '@clearcut/inference-worker/compute/compute';
import { DEFAULT_MODEL } from '@clearcut/inference-worker/models/default-model';
import { loadModelNamed } from '@clearcut/inference-worker/models/library';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { previewCutOut } from '@clearcut/inference-worker/pipeline/preview-cut-out';
import { loadConfig } from '@clearcut/platform/config/config';
import { median, type BenchResult } from './result.ts';
import { reached, upload } from './upload.ts';

const REPEATS = 60;
const WARM_UP = 3;

/**
 * From an upload's last byte to UPLOADED in the status stream, against the worker's own pixel work (decode, inference,
 * encode) in this process with the same model. They alternate, so a busy machine slows both alike; waits for each
 * refinement, so that it does not run beside the next upload.
 */
export async function benchLatency(url: string, picture: Uint8Array): Promise<BenchResult> {
  // The benchmark's product has a new data folder without a chosen model.
  const { dataDir, model: wanted = DEFAULT_MODEL } = loadConfig();
  const model = await loadModelNamed(dataDir, wanted);
  const compute = createComputeThread();
  const ours: number[] = [];
  const floor: number[] = [];
  const refined: number[] = [];
  for (let i = -WARM_UP; i < REPEATS; i++) {
    const before = performance.now();
    const made = await previewCutOut(picture, AUTO, model, compute);
    const alone = performance.now() - before;
    if (!made.subjectFound) throw new Error('The model sees no subject in the picture: nothing to compare');
    const { id, sentAt } = await upload(url, picture);
    const [uploadedAt = Number.NaN, improvedAt = Number.NaN] = await reached(url, id, ['transformed', 'improved']);
    if (i < 0) continue;
    floor.push(alone);
    ours.push(uploadedAt - sentAt);
    refined.push(improvedAt - uploadedAt);
  }
  await compute.close();
  await model.close();
  return {
    name: 'upload to UPLOADED, median',
    unit: 'ms',
    ours: median(ours),
    floor: median(floor),
    ratio: median(ours) / median(floor),
    target: { atMost: 1.35 },
    details: {
      repeats: REPEATS,
      pictureBytes: picture.length,
      fastestOurs: Math.min(...ours),
      fastestFloor: Math.min(...floor),
      // The second job of `scripts/simulate-load.mjs`.
      refinedAfter: median(refined),
    },
  };
}
