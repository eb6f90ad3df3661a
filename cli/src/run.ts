import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Journal, openJournal } from './journal.ts';
import { type Options, parseOptions, USAGE, UsageError } from './options.ts';
import { findJobs, type Job } from './pictures.ts';
import type { Outcome } from './outcome.ts';
import { createProgress } from './progress.ts';
import { createServer, RefusedError } from './server.ts';

/** Of the process. */
export const EXIT = { done: 0, someFailed: 1, usage: 2, noCredits: 3 } as const;

/** Does what the words of a command line ask for. Resolves with the exit code. */
export async function run(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<(typeof EXIT)[keyof typeof EXIT]> {
  try {
    const options = parseOptions(words, env);
    if (options === undefined) {
      process.stdout.write(`${USAGE}\n`);
      return EXIT.done;
    }
    // npm runs scripts in the project's folder, and says in INIT_CWD where it was called.
    process.chdir(env['INIT_CWD'] ?? process.cwd());
    return await cutOutAll(options, await findJobs(options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    return EXIT.usage;
  }
}

async function cutOutAll(options: Options, jobs: readonly Job[]): Promise<(typeof EXIT)[keyof typeof EXIT]> {
  const send = createServer(options);
  const journals = new Map<string, Promise<Journal>>();
  const progress = createProgress(jobs.length, options.json);
  const waiting = [...jobs];
  const ended = { failed: 0, isWithoutCredits: false };

  async function cutOut(job: Job): Promise<Outcome> {
    const bytes = job.input === '-' ? await buffer(process.stdin) : await readFile(job.input);
    if (job.output === '-') {
      const made = await send(bytes, 'image');
      process.stdout.write(made.bytes);
      return { ...job, outcome: 'done', credits: made.credits };
    }
    const folder = path.dirname(job.output);
    const journal = await (journals.get(folder) ?? opened(folder));
    const before = await journal.find(bytes);
    if (before !== undefined) {
      if (path.resolve(before) !== path.resolve(job.output)) await copyFile(before, job.output);
      return { ...job, outcome: 'done-before', credits: 0 };
    }
    const made = await send(bytes, job.input === '-' ? 'image' : path.basename(job.input));
    // Whole or not at all: a run that is killed leaves no half picture under its name.
    await writeFile(`${job.output}.part`, made.bytes);
    await rename(`${job.output}.part`, job.output);
    await journal.add(bytes, job.output);
    return { ...job, outcome: 'done', credits: made.credits };
  }

  function opened(folder: string): Promise<Journal> {
    const journal = openJournal(folder, options);
    journals.set(folder, journal);
    return journal;
  }

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job !== undefined && !ended.isWithoutCredits; job = waiting.shift()) {
      const { input } = job;
      const outcome = await cutOut(job).catch((error: unknown): Outcome => {
        ended.isWithoutCredits ||= error instanceof RefusedError && error.isWithoutCredits;
        ended.failed += 1;
        const message = error instanceof Error ? error.message : String(error);
        return { input, output: null, outcome: 'failed', credits: 0, message };
      });
      progress.tell(outcome);
    }
  }

  await Promise.all(Array.from({ length: Math.min(options.concurrency, jobs.length) }, work));
  progress.end();
  if (ended.isWithoutCredits) return EXIT.noCredits;
  return ended.failed > 0 ? EXIT.someFailed : EXIT.done;
}
