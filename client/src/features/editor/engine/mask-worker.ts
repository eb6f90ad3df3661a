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
    // A worker that did not load, or crashed, answers nothing any more; the next task gets another one.
    worker?.terminate();
    worker = undefined;
    // Only of a crash there is something to say: without a message, the script did not come.
    const error = 'message' in event ? new Error(event.message) : new Failure('network');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return worker;
}

/** Fetches the worker's script ahead of the first stroke, which may be drawn when the connection is gone. */
export function preloadMaskWorker(): void {
  started();
}

/**
 * Has a mask made or read off the main thread: at full size that takes longer than a frame.
 * @throws Failure `network` when the worker's script did not come
 */
export function maskOf(task: MaskTask): Promise<MaskAnswer> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    // The empty list says that this is no message to another page.
    started().postMessage({ id, task }, []);
  });
}
