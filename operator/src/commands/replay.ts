import { createComputeThread } from '@clearcut/inference-worker/compute/compute';
import { chosenModel, findModelByDigest, loadModelNamed } from '@clearcut/inference-worker/models/library';
import type { Model } from '@clearcut/inference-worker/models/model';
import { overlayBlobStore } from '@clearcut/inference-worker/replay/overlay-blob-store';
import { replayStep, versionsOf } from '@clearcut/inference-worker/replay/replay-step';
import { UsageError } from '@clearcut/platform/cli/command';
import { loadConfig } from '@clearcut/platform/config/config';
import { eventsOf } from '@clearcut/projections/read-model';
import { chained as withFiles, recordedSteps } from '@clearcut/projections/replays/recorded-steps';
import { type ReplayedStep, type ReplayReport, worst } from '@clearcut/schemas/support/replay/replay';
import type { ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import { isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { ImageBlob } from '@clearcut/schemas/transaction/picture';
import type { Command } from '../command.ts';

export const replay: Command = {
  call: 'replay <id> [--chained] [--now] [--through <version>]',
  summary:
    'Do the jobs of a picture again, with the model, the refinement and the renderer of then, or those of now, and compare every file that they make. Writes nothing. Exit code 1 on any difference.',
  async run([id = ''], { eventStore, blobStore, log, signal }, { chained, now, through }) {
    const stream = `transaction-${id}` as const;
    const all = eventsOf(await eventStore.readStream(stream), isTransactionEvent);
    refuseWithoutPixels(
      id,
      all.map(({ event }) => event),
    );
    const last = through === undefined ? all.length : Number(through);
    if (!Number.isInteger(last) || last < 1) throw new UsageError(`${through} is no version of the picture.`);
    const history = all.filter(({ version }) => version <= last);
    const versions: ReplayVersions = now === undefined ? 'then' : 'now';
    const models = await openModels(
      versions,
      history.map(({ event }) => event),
    );
    const compute = createComputeThread();
    const overlay = overlayBlobStore(blobStore);
    /** What the replay made, by the key of what was made before. */
    const replaced = new Map<string, ImageBlob>();
    const steps: ReplayedStep[] = [];
    try {
      for await (const recorded of recordedSteps(stream, history)) {
        signal.throwIfAborted();
        const job = chained === undefined ? recorded.job : withFiles(recorded.job, replaced);
        const model = models.of(recorded.model);
        const deps = { blobStore: overlay, model, compute, log, signal };
        const { step, made } = await replayStep({ ...recorded, job }, versionsOf(recorded, versions), deps);
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

/** @throws UsageError for an unknown picture @throws Error for one whose files have been removed */
function refuseWithoutPixels(id: string, events: readonly TransactionEvent[]): void {
  if (events.length === 0) throw new UsageError(`There is no picture ${id}.`);
  const end = events.find(({ type }) => type === 'TransactionDeleted' || type === 'ImageExpired');
  if (end === undefined) return;
  const why = end.type === 'ImageExpired' ? 'has expired' : 'was deleted by its owner';
  throw new Error(`The picture ${id} ${why}: its events are kept, its files are not, so nothing can be replayed.`);
}

interface Models {
  of(sha256: string | null): Model;
  close(): Promise<void>;
}

/** The models that cut the picture out, or the one of now in their place. @throws Error when one is not on this machine */
async function openModels(versions: ReplayVersions, events: readonly TransactionEvent[]): Promise<Models> {
  const config = loadConfig();
  const used = new Map(events.flatMap(({ data }) => ('model' in data ? [[data.model.sha256, data.model]] : [])));
  if (used.size === 0) throw new Error('No model has looked at this picture yet, so there is nothing to replay.');
  const names = new Map<string, string>();
  for (const [sha256, { name, version }] of used) {
    const found =
      versions === 'now' ? { name: await chosenModel(config) } : await findModelByDigest(config.dataDir, sha256);
    if (found === undefined) {
      throw new Error(
        `The picture was cut out by ${name} ${version}, SHA-256 ${sha256}, which is not installed here. --now replays it with the model of now.`,
      );
    }
    names.set(sha256, found.name);
  }
  const opened = new Map<string, Model>();
  for (const name of new Set(names.values())) opened.set(name, await loadModelNamed(config.dataDir, name));
  return {
    of(sha256) {
      // Jobs that name no model use none, and still want one to be given.
      const name = sha256 === null ? [...opened.keys()][0] : names.get(sha256);
      const model = opened.get(name ?? '');
      if (model === undefined) throw new Error(`The model ${sha256} was not loaded`);
      return model;
    },
    close: async () => void (await Promise.all([...opened.values()].map((model) => model.close()))),
  };
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
