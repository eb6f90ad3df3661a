import { join } from 'node:path';
import { createComputeThread } from '@clearcut/inference-worker/compute/compute';
import {
  bundledModels,
  chosenModel,
  findModel,
  findModelByDigest,
  loadModelNamed,
} from '@clearcut/inference-worker/models/library';
import { identityOf, readManifest } from '@clearcut/inference-worker/models/manifest';
import { readRegistry } from '@clearcut/inference-worker/models/registry';
import { createModelCache, type ModelCache } from '@clearcut/inference-worker/models/model-cache';
import type { PipelineDeps } from '@clearcut/inference-worker/pipeline/dependencies';
import { modelsNeeded, modelsOfStep } from '@clearcut/inference-worker/replay/models-of-step';
import { overlayBlobStore } from '@clearcut/inference-worker/replay/overlay-blob-store';
import { replayStep, versionsOf } from '@clearcut/inference-worker/replay/replay-step';
import { BlobNotFoundError } from '@clearcut/platform/blob-store/port';
import { UsageError } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import { loadConfig } from '@clearcut/platform/config/config';
import { installedModels } from '@clearcut/platform/installed-models';
import { eventsOf } from '@clearcut/projections/read-model';
import { recordedSteps, withFiles } from '@clearcut/projections/replays/recorded-steps';
import { type ReplayedStep, type ReplayReport, worst } from '@clearcut/schemas/support/replay/replay';
import { REFINEMENT_VERSIONS, RENDERER_VERSIONS, type ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import { isTransactionEvent, type ModelIdentity, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageBlob } from '@clearcut/schemas/transaction/picture';
import type { Command, Options } from '../command.ts';

const NAME_OF_BUNDLED = /^clearcut-\d+$/;

export const replay: Command = {
  call: 'replay <id> [--chained] [--now] [--model <name>] [--refinement <version>] [--renderer <version>] [--through <version>]',
  summary:
    'Do the jobs of a picture again, with the model, the refinement and the renderer of then, those of now, or those that are named, and compare every file that they make. Writes nothing. Exit code 1 on any difference.',
  async run([id = ''], { eventStore, blobStore, log, signal }, options) {
    const { chained, through } = options;
    const stream = `transaction-${id}` as const;
    const all = eventsOf(await eventStore.readStream(stream), isTransactionEvent);
    refuseWithoutPixels(
      id,
      all.map(({ event }) => event),
    );
    const last =
      through === undefined ? all.length : wholeNumber(through, 'version of the picture', { from: 1, to: all.length });
    const history = all.filter(({ version }) => version <= last);
    const versions = await versionsIn(options);
    const { models, second } = await openModels(
      versions,
      history.map(({ event }) => event),
    );
    const compute = createComputeThread();
    const overlay = overlayBlobStore(blobStore);
    /** By key of the recorded file. */
    const replaced = new Map<string, ImageBlob>();
    const steps: ReplayedStep[] = [];
    try {
      for await (const recorded of recordedSteps(stream, history)) {
        signal.throwIfAborted();
        const job = chained === undefined ? recorded.job : withFiles(recorded.job, replaced);
        const looking = await modelsOfStep(recorded, versions, { models, second });
        const deps = { blobStore: overlay, ...looking, compute, log, signal };
        const { step, made } = await replayStep({ ...recorded, job }, versionsOf(recorded, versions), deps).catch(
          (error: unknown) => {
            throw error instanceof BlobNotFoundError ? filesGone(id, recorded.job.kind, error) : error;
          },
        );
        for (const [file, before] of Object.entries(recorded.files)) {
          const after = made[file];
          if (after !== undefined) replaced.set(before.blob, after);
        }
        steps.push(step);
      }
    } finally {
      await compute.close();
      await models.close();
    }
    const report: ReplayReport = { verdict: worst(steps.map((step) => step.verdict)), steps };
    return {
      text: [`Picture ${id}: ${report.verdict}.`, ...steps.map(lineOf)].join('\n'),
      json: report,
      isBad: report.verdict === 'different',
    };
  },
};

/** @throws UsageError for an unknown picture @throws Error when its files are gone */
function refuseWithoutPixels(id: string, events: readonly TransactionEvent[]): void {
  if (events.length === 0) throw new UsageError(`There is no picture ${id}.`);
  const end = events.find(({ type }) => type === 'TransactionDeleted' || type === 'ImageExpired');
  if (end === undefined) return;
  const why = end.type === 'ImageExpired' ? 'has expired' : 'was deleted by its owner';
  throw new Error(`The picture ${id} ${why}: its events are kept, its files are not, so nothing can be replayed.`);
}

/** The log keeps them until the picture expires. */
function filesGone(id: string, job: string, cause: BlobNotFoundError): Error {
  return new Error(
    `The picture ${id} has neither expired nor been deleted, but its file ${cause.key} is gone, so ${job} cannot be replayed. Only a backup of the pictures can bring it back.`,
    { cause },
  );
}

/** @throws UsageError */
async function versionsIn({ now, model, refinement, renderer }: Options): Promise<ReplayVersions> {
  const named = {
    ...(model !== undefined && { model: await digestOf(model) }),
    ...(refinement !== undefined && { refinement: oneOf(REFINEMENT_VERSIONS, refinement, 'refinement') }),
    ...(renderer !== undefined && { renderer: oneOf(RENDERER_VERSIONS, renderer, 'renderer') }),
  };
  if (Object.keys(named).length === 0) return now === undefined ? 'then' : 'now';
  if (now !== undefined) throw new UsageError('--now names all versions: none can be named beside it.');
  return named;
}

async function digestOf(name: string): Promise<string> {
  const folder = await findModel(loadConfig().dataDir, name);
  if (folder === undefined) throw new UsageError(`There is no model ${name} here.`);
  return identityOf(await readManifest(folder.directory)).sha256;
}

function oneOf(known: readonly number[], text: string, what: string): number {
  const version = Number(text);
  if (!known.includes(version)) {
    throw new UsageError(
      `This release cannot run ${what} ${text}, only ${new Intl.ListFormat('en-GB').format(known.map(String))}.`,
    );
  }
  return version;
}

/**
 * Models named by the events, the current one, or the requested one.
 * @throws Error when one is missing on this machine
 */
async function openModels(
  versions: ReplayVersions,
  events: readonly TransactionEvent[],
): Promise<{ readonly models: ModelCache; readonly second: PipelineDeps['second'] }> {
  const config = loadConfig();
  const { dataDir, modelBest } = config;
  const ofThen = events.flatMap(({ data }) => ('model' in data && data.model !== null ? [data.model] : []));
  if (ofThen.length === 0) throw new Error('No model has looked at this picture yet, so there is nothing to replay.');
  const digests = modelsNeeded([...new Set(ofThen.map(({ sha256 }) => sha256))], versions);
  const [first = await chosenModel(config)] = await Promise.all(
    digests.map((sha256) => needModel(dataDir, sha256, ofThen)),
  );
  const models = createModelCache(dataDir, await loadModelNamed(dataDir, first));
  return { models, second: modelBest === undefined ? undefined : () => models.named(modelBest) };
}

/** @returns its name here */
export async function needModel(dataDir: string, sha256: string, ofThen: readonly ModelIdentity[]): Promise<string> {
  const found = await findModelByDigest(dataDir, sha256);
  if (found !== undefined) return found.name;
  const missing = ofThen.find((model) => model.sha256 === sha256);
  const who = missing === undefined ? 'a model' : `${missing.name} ${missing.version}`;
  const way = missing === undefined ? '' : `${await wayTo(missing)} `;
  throw new Error(
    `The picture was cut out by ${who}, SHA-256 ${sha256}, which is not installed here. ${way}--now replays it with the model of now.`,
  );
}

/** Beside a newer one, under another name. */
async function wayTo({ name, sha256 }: ModelIdentity): Promise<string> {
  const { dataDir, modelsRegistry } = loadConfig();
  const listed = (await readRegistry(modelsRegistry)).find((entry) => entry.name === name);
  if (listed !== undefined && (listed.sha256 === undefined || listed.sha256 === sha256)) {
    return `Install it: npm run models -- install ${name}.`;
  }
  const [from, folder] = NAME_OF_BUNDLED.test(name)
    ? [`inference-worker/models/${name} from the release of Clearcut that used it`, bundledModels]
    : [`models/${name} from a backup of DATA_DIR`, installedModels(dataDir)];
  return `Copy ${from} to ${join(folder, `${name}-${sha256.slice(0, 8)}`)}.`;
}

function lineOf({ job, verdict, files, ending, ms }: ReplayedStep): string {
  const facts = files.map(({ file, verdict: own, maxDiff, changedShare }) => {
    if (maxDiff === null || changedShare === null) return `${file} ${own}`;
    return `${file} ${own} (at most ${maxDiff} of 255; ${(changedShare * 100).toFixed(2)} % of pixels by more than 2)`;
  });
  if (ending.recorded !== ending.replayed)
    facts.push(`ended as ${ending.recorded ?? 'done'}, and now as ${ending.replayed ?? 'done'}`);
  return `  ${job}: ${verdict} in ${ms} ms: ${facts.join(', ')}`;
}
