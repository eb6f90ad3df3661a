import { availableParallelism } from 'node:os';
import { type Config, ConfigError } from '@clearcut/platform/config/config';
import { runService } from '@clearcut/platform/service';
import { REPLAY_JOBS } from '@clearcut/schemas/support/replay/jobs';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { createComputeThread } from './compute/compute.ts';
import { ROOM, shareSlots } from './compute/worker-slots.ts';
import { DEFAULT_MODEL } from './models/default-model.ts';
import { checkModelNamed, chosenModel, loadModelNamed } from './models/library.ts';
import { ModelError } from './models/manifest.ts';
import type { Model } from './models/model.ts';
import { createModelCache } from './models/model-cache.ts';
import { readRegistry } from './models/registry.ts';
import { tracedCompute, tracedModel } from './pipeline/traced-steps.ts';
import { createJobHandler, deadJobOutcome } from './pipeline/handle-job.ts';
import { workOfJob, workOfReplay } from './pipeline/work-of.ts';
import { createReplayHandler, deadReplayOutcome } from './replay/handle-replay-job.ts';

const MAX_ATTEMPTS = 3;

/** One picture uses little more than one core; more than two only delay each other. */
const PICTURES_AT_ONCE = 2;

async function loadChosenModel(config: Config): Promise<Model> {
  try {
    return await loadModelNamed(config.dataDir, await chosenModel(config));
  } catch (error) {
    // A restart does not fix a model.
    if (error instanceof ModelError) {
      throw new ConfigError(
        `${error.message}. Choose another with the setting MODEL, or without it: npm run models -- use ${DEFAULT_MODEL}`,
      );
    }
    throw error;
  }
}

/** Checked at the start, while the operator reads the output. */
async function checkSecondModel({ modelBest, dataDir }: Config, first: Model): Promise<void> {
  if (modelBest === undefined) return;
  if (modelBest === first.identity.name) {
    throw new ConfigError(
      `The setting MODEL_BEST names ${modelBest}, which makes the first cut-out already. Choose a stronger model, or take the setting away`,
    );
  }
  try {
    await checkModelNamed(dataDir, modelBest);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ConfigError(`${error.message}. Choose another with the setting MODEL_BEST, or remove it`);
  }
}

/** `npm run models` uses it months later. */
async function checkRegistry({ modelsRegistry }: Config): Promise<void> {
  await readRegistry(modelsRegistry).catch((error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    throw new ConfigError(`${error.message}. Correct the setting MODELS_REGISTRY, or remove it`);
  });
}

await runService('inference-worker', async ({ config, log, messageBus, blobStore, tracing }) => {
  const { dataDir, modelBest } = config;
  const model = tracedModel(await loadChosenModel(config), tracing);
  await checkSecondModel(config, model);
  await checkRegistry(config);
  const models = createModelCache(dataDir, model);
  const second = modelBest === undefined ? undefined : async () => tracedModel(await models.named(modelBest), tracing);
  log.info({ model: model.identity, inputSize: model.inputSize, second: modelBest ?? null }, 'model loaded');
  // A second model takes the memory of a second picture.
  const atOnce = second === undefined ? Math.min(PICTURES_AT_ONCE, availableParallelism()) : 1;
  const slots = Array.from({ length: atOnce }, () => {
    const compute = tracedCompute(createComputeThread(), tracing);
    return {
      handleJob: createJobHandler({ blobStore, model, named: (name) => models.named(name), second, compute, log }),
      handleReplay: createReplayHandler({ blobStore, models, second, dataDir, compute, log }),
      rest: () => compute.close(),
    };
  });
  const share = shareSlots(slots, ROOM);
  const jobs = messageBus.consume({
    topic: IMAGE_JOBS,
    concurrency: atOnce,
    maxAttempts: MAX_ATTEMPTS,
    repeatsAlone: true,
    handler: (delivery) => share(workOfJob(delivery.body), delivery.signal, (slot) => slot.handleJob(delivery)),
    onDead: deadJobOutcome,
  });
  const replays = messageBus.consume({
    topic: REPLAY_JOBS,
    concurrency: 1,
    maxAttempts: MAX_ATTEMPTS,
    handler: (delivery) => share(workOfReplay(delivery.body), delivery.signal, (slot) => slot.handleReplay(delivery)),
    onDead: deadReplayOutcome,
  });
  return {
    async stop() {
      await Promise.all([jobs.stop(), replays.stop()]);
      await Promise.all(slots.map((slot) => slot.rest()));
      await models.close();
    },
  };
});
