import { parentPort } from 'node:worker_threads';
import { tasks, type TaskAnswer, type TaskRequest } from './tasks.ts';

async function perform(request: TaskRequest): Promise<unknown> {
  switch (request.name) {
    case 'cutOut':
      return tasks.cutOut(...request.args);
    case 'refine':
      return tasks.refine(...request.args);
    case 'renderPreview':
      return tasks.renderPreview(...request.args);
    case 'renderHd':
      return tasks.renderHd(...request.args);
    case 'makeExport':
      return tasks.makeExport(...request.args);
  }
}

async function answer(request: TaskRequest): Promise<TaskAnswer> {
  try {
    return { id: request.id, value: await perform(request) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id: request.id, error: { name, message } };
  }
}

parentPort?.on('message', (request: TaskRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});
