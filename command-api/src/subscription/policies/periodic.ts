import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError } from '@clearcut/platform/database/database';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError } from '@clearcut/schemas/errors';

/** Does `work` at once and then in that rhythm. What fails is tried again the next time. */
export function startPeriodic(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        const isPassing =
          isConnectionError(error) || (error instanceof CatalogueError && error.code === 'billing_unavailable');
        log[isPassing ? 'debug' : 'error']({ err: error }, `${name} failed`);
      });
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
