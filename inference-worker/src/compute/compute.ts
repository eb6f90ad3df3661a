import { Worker } from 'node:worker_threads';
import { UnreadableImageError } from '../pixels/decode.ts';
import { UnreadableEditError } from '../render/scene-pictures.ts';
import type { TaskAnswer, TaskName, Tasks } from './tasks.ts';

type Compute = {
  readonly [Name in TaskName]: (...args: Parameters<Tasks[Name]>) => Promise<Awaited<ReturnType<Tasks[Name]>>>;
};

export interface ComputeThread extends Compute {
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * One thread for the pixel arithmetic. Should it die (out of memory, say), what it was working on rejects and the next task
 * gets a fresh one.
 */
export function createComputeThread(): ComputeThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let nextId = 0;

  function settle(answer: TaskAnswer): void {
    const task = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) task?.reject(revive(answer.error));
    else task?.resolve(answer.value);
  }

  function start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url));
    worker.on('message', settle);
    const lost = (error: Error): void => {
      if (thread === worker) thread = undefined;
      for (const task of waiting.values()) task.reject(error);
      waiting.clear();
    };
    worker.on('error', (error) => lost(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lost(new Error(`The compute thread ended with code ${code}`)));
    return worker;
  }

  function run<Name extends TaskName>(
    name: Name,
    args: Parameters<Tasks[Name]>,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      thread ??= start();
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, name, args });
    });
  }

  return {
    cutOut: (...args) => run('cutOut', args),
    refine: (...args) => run('refine', args),
    renderPreview: (...args) => run('renderPreview', args),
    renderHd: (...args) => run('renderHd', args),
    makeExport: (...args) => run('makeExport', args),
    async close() {
      await thread?.terminate();
    },
  };
}

function revive({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === 'UnreadableImageError') return new UnreadableImageError(message);
  if (name === 'UnreadableEditError') return new UnreadableEditError(message);
  const error = new Error(message);
  error.name = name;
  return error;
}
