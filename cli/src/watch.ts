import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Options } from './options.ts';
import { findJobs, type Job } from './pictures.ts';

/** In case the system does not tell of a change, as on many network drives. */
const LOOK_EVERY_MS = 2_000;
/** A file that was written to just now may be half a picture: it is left until it has not changed for so long. */
const SETTLED_MS = 500;

/**
 * The pictures of the folders, and then those that come or change, each once it is whole. A picture that was renamed is one that the
 * journal knows. Ends when `signal` is aborted.
 */
export async function* watchJobs(options: Options, signal: AbortSignal): AsyncGenerator<readonly Job[]> {
  const seen = new Map<string, string>();
  let changed = Promise.withResolvers<void>();
  const watchers = watchAll(options.inputs, () => changed.resolve());
  signal.addEventListener('abort', () => changed.resolve(), { once: true });
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers();
      const { fresh, isUnsettled } = await freshOf(await findJobs(options), seen);
      if (fresh.length > 0) yield fresh;
      const timer = setTimeout(() => changed.resolve(), isUnsettled ? SETTLED_MS : LOOK_EVERY_MS);
      await changed.promise;
      clearTimeout(timer);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function watchAll(inputs: readonly string[], onChange: () => void): FSWatcher[] {
  return inputs.map((input) =>
    watch(input, { recursive: true }, onChange)
      // A folder that goes away: the next look says so.
      .on('error', onChange),
  );
}

/** Those that were not seen as they are now. */
async function freshOf(
  jobs: readonly Job[],
  seen: Map<string, string>,
): Promise<{ readonly fresh: Job[]; readonly isUnsettled: boolean }> {
  const fresh: Job[] = [];
  let isUnsettled = false;
  for (const job of jobs) {
    const found = await stat(job.input).catch(() => undefined);
    if (found === undefined) continue;
    const state = `${found.size} ${found.mtimeMs}`;
    if (seen.get(job.input) === state) continue;
    if (Date.now() - found.mtimeMs < SETTLED_MS) isUnsettled = true;
    else {
      seen.set(job.input, state);
      fresh.push(job);
    }
  }
  return { fresh, isUnsettled };
}
