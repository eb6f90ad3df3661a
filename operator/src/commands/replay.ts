import { createComputeThread } from '@clearcut/inference-worker/compute/compute';
import { findModelByDigest, loadModelNamed } from '@clearcut/inference-worker/models/library';
import type { Model } from '@clearcut/inference-worker/models/model';
import { type ReplayedStep, replaySteps, worst } from '@clearcut/inference-worker/replay/replay';
import { UsageError } from '@clearcut/platform/cli/command';
import { loadConfig } from '@clearcut/platform/config/config';
import { eventsOf } from '@clearcut/projections/read-model';
import { isTransactionEvent, type TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { Command } from '../command.ts';
import { recordedSteps } from '../replay/recorded-steps.ts';

export const replay: Command = {
  call: 'replay <id> [--chained]',
  summary:
    'Do the jobs of a picture again, with the model and the refinement of then, and compare every file that they make. Writes nothing. Exit code 1 on any difference.',
  async run([id = ''], { eventStore, blobStore, log, signal }, { chained }) {
    const stream = `transaction-${id}` as const;
    const history = eventsOf(await eventStore.readStream(stream), isTransactionEvent);
    const events = history.map(({ event }) => event);
    refuseWithoutPixels(id, events);
    const steps = await recordedSteps(stream, history);
    const models = await modelsOfThen(loadConfig().dataDir, events);
    const compute = createComputeThread();
    const replayed: ReplayedStep[] = [];
    try {
      const mode = chained === undefined ? 'stepwise' : 'chained';
      for await (const step of replaySteps(steps, { blobStore, models, compute, log, signal, mode })) {
        signal.throwIfAborted();
        replayed.push(step);
      }
    } finally {
      await compute.close();
      await Promise.all([...models.values()].map((model) => model.close()));
    }
    const verdict = worst(replayed.map((step) => step.verdict));
    return {
      text: [`Picture ${id}: ${verdict}.`, ...replayed.map(lineOf)].join('\n'),
      json: { verdict, transactionId: id, steps: replayed },
      isBad: verdict === 'different',
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

/** The models that cut the picture out, by the SHA-256 of their files. @throws Error when one is not on this machine */
async function modelsOfThen(dataDir: string, events: readonly TransactionEvent[]): Promise<Map<string, Model>> {
  const used = new Map(events.flatMap(({ data }) => ('model' in data ? [[data.model.sha256, data.model]] : [])));
  if (used.size === 0) throw new Error('No model has looked at this picture yet, so there is nothing to replay.');
  const names = new Map<string, string>();
  for (const [sha256, { name, version }] of used) {
    const found = await findModelByDigest(dataDir, sha256);
    if (found === undefined) {
      throw new Error(`The picture was cut out by ${name} ${version}, SHA-256 ${sha256}, which is not installed here.`);
    }
    names.set(sha256, found.name);
  }
  const models = new Map<string, Model>();
  for (const [sha256, name] of names) models.set(sha256, await loadModelNamed(dataDir, name));
  return models;
}

function lineOf({ job, verdict, files, ending, ms }: ReplayedStep): string {
  const facts = files.map((one) => {
    if (one.difference === undefined) return `${one.file} ${one.verdict}`;
    const { max, changedShare } = one.difference;
    return `${one.file} ${one.verdict} (at most ${max} of 255; ${(changedShare * 100).toFixed(2)} % of pixels by more than 2)`;
  });
  if (ending.recorded !== ending.replayed) {
    facts.push(`ended as ${ending.recorded ?? 'done'}, and now as ${ending.replayed ?? 'done'}`);
  }
  return `  ${job}: ${verdict} in ${ms} ms: ${facts.join(', ')}`;
}
