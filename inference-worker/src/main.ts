import { type Config, ConfigError } from '@clearcut/platform/config/config';
import { runService } from '@clearcut/platform/service';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { createComputeThread } from './compute/compute.ts';
import { chosenModel, DEFAULT_MODEL, loadModelNamed } from './models/library.ts';
import { ModelError } from './models/manifest.ts';
import type { Model } from './models/model.ts';
import { createJobHandler, deadJobOutcome } from './pipeline/handle-job.ts';

const MAX_ATTEMPTS = 3;

async function loadChosenModel(config: Config): Promise<Model> {
  try {
    return await loadModelNamed(config.dataDir, await chosenModel(config));
  } catch (error) {
    // Starting again does not mend a model; it is the choice of it, or its folder, that has to change.
    if (error instanceof ModelError) {
      throw new ConfigError(
        `${error.message}. Choose another with the setting MODEL, or without it: npm run models -- use ${DEFAULT_MODEL}`,
      );
    }
    throw error;
  }
}

await runService('inference-worker', async ({ config, log, messageBus, blobStore }) => {
  const model = await loadChosenModel(config);
  const compute = createComputeThread();
  log.info({ model: model.identity, inputSize: model.inputSize }, 'model loaded');
  const consumer = messageBus.consume({
    topic: IMAGE_JOBS,
    // Inference uses every core already; a second picture at the same time would only make both late and need the memory twice.
    concurrency: 1,
    maxAttempts: MAX_ATTEMPTS,
    handler: createJobHandler({ blobStore, model, compute, log }),
    onDead: deadJobOutcome,
  });
  return {
    async stop() {
      await consumer.stop();
      await compute.close();
      await model.close();
    },
  };
});
