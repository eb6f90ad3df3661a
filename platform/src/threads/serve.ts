import { parentPort } from 'node:worker_threads';
import type { Answer, Request, Tasks } from './thread.ts';

export function serve(tasks: Tasks): void {
  parentPort?.on('message', (request: Request) => {
    void answer(tasks, request).then((reply) => parentPort?.postMessage(reply));
  });
}

async function answer(tasks: Tasks, { id, name, args }: Request): Promise<Answer> {
  try {
    return { id, value: await tasks[name]?.(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { name, message } };
  }
}
