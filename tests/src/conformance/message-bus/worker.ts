/**
 * A process with one consumer, forked by the suite. The body's `task` tells it what to do; it reports over IPC. Its
 * effects are messages on topic `effects`, with ids of process and attempt: a message that took effect twice leaves
 * two.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, Outcome } from '@clearcut/platform/message-bus/port';
import { connectTo } from './adapter.ts';

export interface WorkerSettings {
  readonly module: string;
  readonly settings: string;
  readonly topic: string;
  readonly effects: string;
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly repeatsAlone?: boolean;
}

const LATE_MS = 1_500;

/**
 * `work`: at once. `late`: after a while. `wait`: reports, waits for `go`, publishes, and reports the outcome. `die`:
 * kills itself with -9.
 */
export type Task = 'work' | 'late' | 'wait' | 'die';

export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'taken'; readonly id: string; readonly attempt: number }
  | {
      readonly type: 'published';
      readonly id: string;
      readonly refusedBy: string | null;
      readonly aborted: boolean;
    };

const options = JSON.parse(process.argv[2] ?? '') as WorkerSettings;

function report(message: Report): void {
  process.send?.(message);
}

const effect = (kind: string, id: string, attempt: number) => ({
  id: `${kind}:${id}:${process.pid}:${attempt}`,
  body: { kind, of: id },
});

async function handle({ id, body, attempt, signal, publish }: Delivery): Promise<Outcome> {
  const { task } = body as { task: Task };
  if (task === 'wait') {
    report({ type: 'taken', id, attempt });
    await once(process, 'message');
    const refusedBy = await publish(options.effects, [effect('published', id, attempt)]).then(
      () => null,
      (error: Error) => error.name,
    );
    report({ type: 'published', id, refusedBy, aborted: signal.aborted });
  }
  if (task === 'late') await delay(LATE_MS);
  if (task === 'die') process.kill(process.pid, 'SIGKILL');
  return { publish: [{ topic: options.effects, messages: [effect('acknowledged', id, attempt)] }] };
}

const bus = await connectTo({ module: new URL(options.module), settings: options.settings });
bus.consume({
  topic: options.topic,
  concurrency: options.concurrency,
  maxAttempts: options.maxAttempts,
  repeatsAlone: options.repeatsAlone === true,
  handler: handle,
  onDead: ({ id }) => ({ publish: [{ topic: options.effects, messages: [effect('dead', id, 0)] }] }),
});
report({ type: 'ready' });
process.on('disconnect', () => process.exit());
