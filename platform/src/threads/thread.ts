import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What a thread can be asked for. Arguments and results are cloned on their way. */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: never[];
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  /** An error crosses threads as plain text; its name tells the kinds apart. */
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };

export interface Thread<Offered extends Tasks> {
  run<Name extends keyof Offered & string>(
    name: Name,
    ...args: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>>;
  /** Ends the thread, after what it is working on. */
  close(): Promise<void>;
  /** Ends the thread at once, whatever it is working on; only where that is no native code. The next task gets a fresh one. */
  end(): void;
}

/**
 * One thread, which starts with its first task. Should it die (out of memory, say), what it was working on rejects and the next task
 * gets a fresh one.
 * @param entry the file that serves the tasks there.
 * @param errors the kinds that come back as what they were.
 */
export function createThread<Offered extends Tasks>(
  entry: URL,
  errors: readonly (new (message: string) => Error)[],
  options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'> = {},
): Thread<Offered> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
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
    worker.on('message', (answer: Answer) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      // A thread without work must not keep a process alive that is done, as a command is that failed before it closed everything.
      if (waiting.size === 0) worker.unref();
      if ('error' in answer) task?.reject(revive(answer.error));
      else task?.resolve(answer.value);
    });
    const lost = (error: Error): void => {
      // An error is followed by the exit, when a fresh one may be at work already.
      if (thread !== worker) return;
      thread = undefined;
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
      thread.postMessage({ id, name, args });
      return task.promise as Promise<Awaited<ReturnType<Offered[Name]>>>;
    },
    async close() {
      // Native code that finds its thread gone when it is done takes the whole process down.
      await Promise.allSettled([...waiting.values()].map(({ promise }) => promise));
      await thread?.terminate();
    },
    end() {
      void thread?.terminate();
    },
  };
}
