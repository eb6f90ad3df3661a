import { createCutter } from './cut-out.ts';
import { cutOutFrames } from './frames.ts';
import { findJobs, type Job, type Jobs } from './files/jobs.ts';
import { watchJobs } from './files/watch.ts';
import { serveMcp } from './mcp/serve.ts';
import { type Options, parseOptions, settingsOf, USAGE, UsageError, VERSION } from './options.ts';
import { FileError, FolderError } from './files/read-picture.ts';
import { removeParts, UnwrittenError } from './files/write.ts';
import type { Outcome } from './outcome.ts';
import { createProgress } from './progress.ts';
import { NoServerError, RefusedError } from './retry.ts';
import { reasonOf } from '@clearcut/platform/reasons';

const EXIT = { done: 0, someFailed: 1, usage: 2, noCredits: 3 } as const;
type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Resolves with the exit code. */
export async function run(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  try {
    // npm changes to the project's folder; INIT_CWD is where it was called.
    if (env['npm_lifecycle_event'] === 'cutout') process.chdir(env['INIT_CWD'] ?? process.cwd());
    process.once('SIGINT', endBySignal).once('SIGTERM', endBySignal);
    if (words.length === 1 && words[0] === 'mcp') {
      await serveMcp(settingsOf(env));
      return EXIT.done;
    }
    if (words.length === 1 && words[0] === '--version') {
      process.stdout.write(`${VERSION}\n`);
      return EXIT.done;
    }
    process.stdout.on('error', endWithoutOutput);
    const options = parseOptions(words, env);
    if (options === undefined) {
      process.stdout.write(`${USAGE}\n`);
      return EXIT.done;
    }
    if (words[0] === 'mcp') throw new UsageError('mcp takes no arguments. A file or folder of that name is ./mcp.');
    if (options.frames !== undefined) {
      await cutOutFrames(options, options.frames);
      return EXIT.done;
    }
    return await (options.watch ? cutOutWhatComes(options) : cutOutAll(options, once(await findJobs(options))));
  } catch (error) {
    if (error instanceof RefusedError || error instanceof FileError) {
      process.stderr.write(`${error.message}\n`);
      return EXIT.someFailed;
    }
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nclearcut --help says how to call it.\n`);
    return EXIT.usage;
  }
}

/** The reader has gone, or the disk is full. */
function endWithoutOutput(error: Error): never {
  process.stderr.write(`Standard output cannot be written: ${reasonOf(error)}\n`);
  return process.exit(EXIT.someFailed);
}

/** Leaves no partial file. The second time, the signal has its usual effect. */
function endBySignal(signal: NodeJS.Signals): void {
  removeParts();
  process.kill(process.pid, signal);
}

async function* once(found: Jobs): AsyncGenerator<Jobs> {
  yield found;
}

/** The first Ctrl-C lets pictures under way finish. */
async function cutOutWhatComes(options: Options): Promise<ExitCode> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.off(signal, endBySignal).once(signal, () => {
      stopping.abort();
      process.once(signal, endBySignal);
    });
  }
  return cutOutAll(options, watchJobs(options, stopping.signal), stopping);
}

async function cutOutAll(options: Options, found: AsyncGenerator<Jobs>, stopping?: AbortController): Promise<ExitCode> {
  const progress = createProgress(options);
  const cutOut = createCutter(options, (message) => progress.warn(message));
  const ended = { failed: 0, isWithoutCredits: false, isForAll: false };

  const isOver = (): boolean => ended.isWithoutCredits || ended.isForAll;

  async function work(waiting: Job[]): Promise<void> {
    for (let job = waiting.shift(); job !== undefined && !isOver(); job = waiting.shift()) {
      const { input } = job;
      let isReported = false;
      const outcome = await cutOut(job).catch((error: unknown): Outcome => {
        isReported = error instanceof FolderError;
        ended.isWithoutCredits ||= error instanceof RefusedError && error.isWithoutCredits;
        ended.isForAll ||= error instanceof FileError && error.isForAll;
        // A watch outlasts a server's absence.
        ended.isForAll ||= error instanceof NoServerError && !options.watch;
        ended.failed += 1;
        const message = reasonOf(error);
        return {
          input,
          output: null,
          outcome: 'failed',
          credits: error instanceof UnwrittenError ? error.credits : 0,
          message,
        };
      });
      progress.report(outcome, isReported);
    }
  }

  try {
    for await (const { jobs, skipped } of found) {
      progress.skip(skipped);
      if (jobs.length === 0 && !options.watch) throw new UsageError('There are no pictures: PNG, JPG or WEBP.');
      progress.expect(jobs.length);
      const waiting = [...jobs];
      await Promise.all(Array.from({ length: Math.min(options.concurrency, jobs.length) }, () => work(waiting)));
      if (isOver()) {
        stopping?.abort();
        break;
      }
    }
  } finally {
    progress.end();
  }
  if (ended.isWithoutCredits) return EXIT.noCredits;
  return ended.failed > 0 ? EXIT.someFailed : EXIT.done;
}
