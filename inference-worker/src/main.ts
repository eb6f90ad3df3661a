import path from 'node:path';
import { ConfigError } from '@clearcut/platform/config/config';
import { projectRoot } from '@clearcut/platform/config/project';
import { runService } from '@clearcut/platform/service';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { createComputeThread } from './compute/compute.ts';
import { ModelError } from './models/manifest.ts';
import { loadModel, type Model } from './models/model.ts';
import { createJobHandler, deadJobOutcome } from './pipeline/handle-job.ts';

const MAX_ATTEMPTS = 3;

async function loadConfiguredModel(name: string): Promise<Model> {
  try {
    return await loadModel(path.join(projectRoot, 'inference-worker', 'models', name));
  } catch (error) {
    // Starting again does not mend a model; it is the setting MODEL, or the folder it names, that has to change.
    if (error instanceof ModelError) throw new ConfigError(`The model ${name} cannot be used. ${error.message}.`);
    throw error;
  }
}

await runService('inference-worker', async ({ config, log, messageBus, blobStore }) => {
  const model = await loadConfiguredModel(config.model);
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
