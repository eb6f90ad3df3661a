import { EventEmitter, once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Options, UsageError } from '../options.ts';
import { findJobs, type Job, type Jobs } from './jobs.ts';
import { FileError, hasArrived, STILL_MS } from './read-picture.ts';
import { exists } from './write.ts';

/** Many network drives report no changes. */
const POLL_INTERVAL_MS = 2_000;
/** A younger file may be half a picture. */
const SETTLED_MS = 500;

interface Seen {
  /** Size and time. */
  readonly state: string;
  readonly since: number;
  isTaken: boolean;
}

/**
 * Present pictures, then those that arrive or change. Ends when `signal` is aborted.
 * @throws UsageError, FileError once a folder is gone
 */
export async function* watchJobs(options: Options, signal: AbortSignal): AsyncGenerator<Jobs> {
  const seen = new Map<string, Seen>();
  let hasLooked = false;
  const changes = new EventEmitter();
  const onChange = (): void => void changes.emit('change');
  const watchers = watchAll(options.inputs, onChange);
  signal.addEventListener('abort', onChange, { once: true });
  try {
    while (!signal.aborted) {
      const waiting = new AbortController();
      const changed = once(changes, 'change', { signal: waiting.signal }).catch(() => undefined);
      const { jobs, skipped } = await findJobs(options).catch(async (error: unknown) => {
        if (!hasLooked || !(error instanceof UsageError)) throw error;
        for (const input of options.inputs) {
          if (!(await exists(input))) throw new FileError(`${input} was moved or removed: watching ends.`);
        }
        throw new FileError(`Watching ends: ${error.message}`);
      });
      hasLooked = true;
      const { fresh, isUnsettled } = await freshOf(jobs, seen);
      yield { jobs: fresh, skipped };
      const timer = setTimeout(() => waiting.abort(), isUnsettled ? SETTLED_MS : POLL_INTERVAL_MS);
      await changed;
      clearTimeout(timer);
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

function watchAll(inputs: readonly string[], onChange: () => void): FSWatcher[] {
  return inputs.map((input) =>
    watch(input, { recursive: true }, onChange)
      // The next look reports a folder that is gone.
      .on('error', onChange),
  );
}

/** Not handled yet in its present state. */
async function freshOf(
  jobs: readonly Job[],
  seen: Map<string, Seen>,
): Promise<{ readonly fresh: Job[]; readonly isUnsettled: boolean }> {
  const fresh: Job[] = [];
  let isUnsettled = false;
  for (const job of jobs) {
    const found = await stat(job.input).catch(() => undefined);
    if (found === undefined) continue;
    const state = `${found.size} ${found.mtimeMs}`;
    const before = seen.get(job.input);
    const now = before?.state === state ? before : { state, since: Date.now(), isTaken: false };
    seen.set(job.input, now);
    if (now.isTaken) continue;
    const stillMs = Date.now() - now.since;
    const isOld = Date.now() - found.mtimeMs >= SETTLED_MS;
    // An unreadable file counts as arrived: reading it reports the reason.
    const isReady = isOld && (stillMs >= STILL_MS || (await hasArrived(job.input).catch(() => true)));
    if (!isReady) isUnsettled = true;
    else {
      now.isTaken = true;
      fresh.push(job);
    }
  }
  return { fresh, isUnsettled };
}
