import { Worker, type WorkerOptions } from 'node:worker_threads';

export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: never[];
  /** Shared. */
  readonly underWay: Int32Array;
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  /** The name tells the kinds apart. */
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };

export interface Thread<Offered extends Tasks> {
  run<Name extends keyof Offered & string>(
    name: Name,
    ...args: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>>;
  /** After its current work. */
  close(): Promise<void>;
  /** Never during native code. */
  end(): void;
}

/** Counts the tasks under way in each thread. */
const threads = new Set<Int32Array>();
/** Longest wait for a thread that hangs. */
const EXIT_TIMEOUT_MS = 30_000;

// Native code that returns to a dead thread crashes the process.
process.on('exit', () => {
  const until = performance.now() + EXIT_TIMEOUT_MS;
  for (const underWay of threads) {
    for (let left = Atomics.load(underWay, 0); left > 0; left = Atomics.load(underWay, 0)) {
      if (Atomics.wait(underWay, 0, left, Math.max(0, until - performance.now())) === 'timed-out') return;
    }
  }
});

/**
 * When the thread dies, pending tasks reject and the next gets a new one.
 * @param entry file that serves the tasks
 * @param errors kinds that keep their class
 */
export function createThread<Offered extends Tasks>(
  entry: URL,
  errors: readonly (new (message: string) => Error)[],
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
): Thread<Offered> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const underWay = new Int32Array(new SharedArrayBuffer(4));
  let thread: Worker | undefined;
  let nextId = 0;

  function revive({ name, message }: { readonly name: string; readonly message: string }): Error {
    const Kind = errors.find((kind) => kind.name === name);
    if (Kind !== undefined) return new Kind(message);
    const error = new Error(message);
    error.name = name;
    return error;
  }

  function start(): Worker {
    const worker = new Worker(entry, options);
    threads.add(underWay);
    worker.on('message', (answer: Answer) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      // An idle thread must not keep a process alive.
      if (waiting.size === 0) worker.unref();
      if ('error' in answer) task?.reject(revive(answer.error));
      else task?.resolve(answer.value);
    });
    const lost = (error: Error): void => {
      // A new thread may already be at work.
      if (thread !== worker) return;
      thread = undefined;
      threads.delete(underWay);
      underWay[0] = 0;
      for (const task of waiting.values()) task.reject(error);
      waiting.clear();
    };
    worker.on('error', (error) => lost(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lost(new Error(`The thread ended with code ${code}`)));
    return worker;
  }

  return {
    run<Name extends keyof Offered & string>(name: Name, ...args: Parameters<Offered[Name]>) {
      thread ??= start();
      thread.ref();
      const id = nextId++;
      const task = Promise.withResolvers<unknown>();
      waiting.set(id, task);
      Atomics.add(underWay, 0, 1);
      thread.postMessage({ id, name, args, underWay });
      return task.promise as Promise<Awaited<ReturnType<Offered[Name]>>>;
    },
    async close() {
      // Native code that returns to a dead thread crashes the process.
      await Promise.allSettled([...waiting.values()].map(({ promise }) => promise));
      await thread?.terminate();
    },
    end() {
      threads.delete(underWay);
      void thread?.terminate();
    },
  };
}
