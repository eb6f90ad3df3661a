import { Failure } from '../../../lib/errors/failure.ts';
import type { MaskAnswer, MaskTask } from './masks.worker.ts';

interface Waiting {
  readonly resolve: (answer: MaskAnswer) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function started(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL('./masks.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer?: MaskAnswer; error?: string }>) => {
    const task = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.answer === undefined) task?.reject(new Error(data.error));
    else task?.resolve(data.answer);
  });
  worker.addEventListener('error', (event) => {
    // A worker that failed to load or crashed never answers; the next task starts another.
    worker?.terminate();
    worker = undefined;
    // Only a crash has a message; without one the script did not load.
    const error = 'message' in event ? new Error(event.message) : new Failure('network');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return worker;
}

/** Loads the worker before the first stroke, when the connection may be gone. */
export function preloadMaskWorker(): void {
  started();
}

/**
 * Makes or reads a mask off the main thread, since full size takes longer than a frame.
 * @throws Failure `network` when the worker's script did not load
 */
export function maskOf(task: MaskTask): Promise<MaskAnswer> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    // The empty list distinguishes it from a message to another window.
    started().postMessage({ id, task }, []);
  });
}
