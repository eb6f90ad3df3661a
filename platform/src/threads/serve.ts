import { parentPort } from 'node:worker_threads';
import type { Answer, Request, Tasks } from './thread.ts';

/** Bytes: smaller ones are cheaper to copy and to collect. */
const LARGE = 1 << 16;

/** Tasks must not keep large arrays of their arguments or results, whose memory moves or is freed. */
export function serve(tasks: Tasks): void {
  parentPort?.on('message', (request: Request) => void serveOne(tasks, request));
}

async function serveOne(tasks: Tasks, request: Request): Promise<void> {
  const reply = await answer(tasks, request);
  post(reply);
  Atomics.sub(request.underWay, 0, 1);
  Atomics.notify(request.underWay, 0);
  // The collector would be much later.
  for (const buffer of [...buffersIn(request.args), ...buffersIn(reply)]) buffer.transfer(0);
}

async function answer(tasks: Tasks, { id, name, args }: Request): Promise<Answer> {
  try {
    return { id, value: await tasks[name]?.(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { name, message } };
  }
}

function post(reply: Answer): void {
  try {
    parentPort?.postMessage(reply, buffersIn(reply));
  } catch {
    // The memory of some libraries cannot move.
    parentPort?.postMessage(reply);
  }
}

/** Large ones with a single view. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= LARGE ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(buffersIn))];
}
