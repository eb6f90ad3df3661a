import { availableParallelism } from 'node:os';
import { createThread, type Thread } from '@clearcut/platform/threads/thread';
import { ModelError, NoSubjectError, UnreadablePictureError } from './errors.ts';
import { finishOf, ownInput, pictureOf, subjectOf } from './input.ts';
import { folderOfModel } from './models.ts';
import type { Session, SessionOptions } from './types.ts';
import { untilAborted } from './until-aborted.ts';
import type { ThreadData, ThreadTasks, Work } from './work.ts';

const ERRORS = [NoSubjectError, UnreadablePictureError, ModelError, TypeError];
const ENTRY = import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js';
const MAX_CONCURRENCY = 16;
/** For inputs of a closing session. */
const INPUT_TIMEOUT_MS = 5_000;
/** MB; see `createComputeThread`. */
const YOUNG_MB = 6;

/**
 * Loads the model ahead of the first picture.
 * @throws ModelError, TypeError
 */
export async function createSession(options: SessionOptions = {}): Promise<Session> {
  const { concurrency = Math.min(2, availableParallelism()) } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) {
    throw new TypeError(`concurrency is a whole number from 1 to ${MAX_CONCURRENCY}`);
  }
  const workerData: ThreadData = { directory: await folderOfModel(options) };
  const threads: Thread<ThreadTasks>[] = [];
  const idle: Thread<ThreadTasks>[] = [];
  const waiting: ((thread: Thread<ThreadTasks>) => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  const giveUp = new AbortController();
  let isClosed = false;

  function start(): Thread<ThreadTasks> {
    const thread = createThread<ThreadTasks>(new URL(ENTRY, import.meta.url), ERRORS, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    threads.push(thread);
    return thread;
  }

  function take(): Promise<Thread<ThreadTasks>> {
    const free = idle.pop() ?? (threads.length < concurrency ? start() : undefined);
    return free === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(free);
  }

  function release(thread: Thread<ThreadTasks>): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  }

  /** Aborted work that waits never starts. */
  async function run(work: Work, signal: AbortSignal | undefined) {
    const thread = await take();
    try {
      signal?.throwIfAborted();
      return await thread.run('cutOut', work);
    } finally {
      release(thread);
    }
  }

  const first = start();
  try {
    await first.run('load');
  } catch (error) {
    await first.close();
    throw error;
  }
  idle.push(first);

  return {
    async removeBackground(input, options = {}) {
      const { signal } = options;
      if (isClosed) throw new TypeError('The session is closed');
      signal?.throwIfAborted();
      const wanted = { subject: subjectOf(options), ...finishOf(options) };
      const arrival = signal === undefined ? giveUp.signal : AbortSignal.any([signal, giveUp.signal]);
      const work = untilAborted(pictureOf(ownInput(input), arrival), arrival).then((picture) =>
        run({ picture, ...wanted }, signal),
      );
      underWay.add(work);
      const forget = (): void => void underWay.delete(work);
      void work.then(forget, forget);
      return untilAborted(work, signal);
    },
    async close() {
      isClosed = true;
      const late = new TypeError('The session was closed before the picture had arrived');
      const timer = setTimeout(() => giveUp.abort(late), INPUT_TIMEOUT_MS);
      // A thread that ended would lose those that wait for it.
      await Promise.allSettled(underWay);
      clearTimeout(timer);
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
