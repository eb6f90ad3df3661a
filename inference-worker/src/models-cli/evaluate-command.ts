import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callersPath } from '@clearcut/platform/cli/callers-path';
import { UsageError } from '@clearcut/platform/cli/command';
import { wholeNumber } from '@clearcut/platform/cli/whole-number';
import { createComputeThread } from '../compute/compute.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { evenly, findPairs, type Skipped } from '../evaluation/pairs.ts';
import { createSheet } from '../evaluation/sheet-choice.ts';
import { type PictureScores, summarise } from '../evaluation/summary.ts';
import { chosenModel, loadModelNamed } from '../models/library.ts';
import type { Command, CommandContext, Options } from './command.ts';
import { report } from './evaluation-report.ts';

export const evaluateCommand: Command = {
  call: 'evaluate --images <folder> --masks <folder> [--model <name>] [--against <name>] [--sheet <file.png>] [--limit <pictures>]',
  summary: 'Measure one or two models on your own pictures, through all that the product does.',
  async run(_args, context, options) {
    const { config, terminal, signal } = context;
    const { images, masks, sheet, limit } = read(options);
    if (sheet !== undefined) await needWritable(path.dirname(sheet));
    const found = await findPairs(images, masks);
    const skipped: Skipped[] = [...found.skipped];
    const pairs = evenly(found.pairs, limit);
    if (pairs.length === 0) throw new UsageError(`There is no picture in ${images} that has a mask in ${masks}`);
    const models = await Promise.all(
      (await names(context, options)).map((name) => loadModelNamed(config.dataDir, name)),
    );
    const compute = createComputeThread();
    const drawn =
      sheet === undefined
        ? undefined
        : createSheet(
            pairs,
            models.map(({ identity }) => identity.name),
          );
    const scores = models.map((): PictureScores[] => []);
    try {
      let done = 0;
      for await (const compared of evaluate(pairs, models, compute, (one) => skipped.push(one))) {
        signal.throwIfAborted();
        const { pair, measured } = compared;
        terminal.progress(`${(done += 1)} of ${pairs.length}: ${pair.name}`);
        measured.forEach(({ cutOut: _pixels, ...kept }, i) => scores[i]?.push({ ...kept, name: pair.name }));
        await drawn?.add(compared);
      }
    } finally {
      await compute.close();
      await Promise.all(models.map((model) => model.close()));
    }
    if (scores[0]?.length === 0)
      throw new Error(`Nothing could be measured: ${skipped[0]?.name} ${skipped[0]?.reason}`);
    if (sheet !== undefined && drawn !== undefined) await writeFile(sheet, await drawn.finish());
    const summaries = models.map(({ identity }, i) => summarise(identity, scores[i] ?? []));
    return report({ images, masks, sheet, skipped, summaries, scores });
  },
};

async function names({ config }: CommandContext, options: Options): Promise<string[]> {
  const model = options.model ?? (await chosenModel(config));
  return options.against === undefined ? [model] : [model, options.against];
}

function read(options: Options) {
  if (options.images === undefined || options.masks === undefined) {
    throw new UsageError('evaluate needs --images and --masks: two folders, or the same one twice');
  }
  const { limit } = options;
  return {
    images: callersPath(options.images),
    masks: callersPath(options.masks),
    sheet: options.sheet === undefined ? undefined : callersPath(options.sheet),
    limit: limit === undefined ? Infinity : wholeNumber(limit, 'number of pictures', { from: 1 }),
  };
}

/** Fails before an hour of work. */
async function needWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`Nothing can be written into the folder ${folder}`);
  });
}
