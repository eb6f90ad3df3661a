import type { Database } from '@clearcut/platform/database/database';
import { transactionChanged } from '@clearcut/projections/transaction/queries';

/** No change between two calls of `next` is missed: watch first, then read, then wait. */
interface Watch {
  next(timeoutMs: number, signal?: AbortSignal): Promise<'changed' | 'timeout' | 'aborted'>;
  close(): void;
}

export interface TransactionChanges {
  watch(id: string): Watch;
  stop(): Promise<void>;
}

/** Shares one LISTEN connection per process among all waiting requests. */
export async function followChanges(database: Database): Promise<TransactionChanges> {
  const watchers = new Map<string, Set<() => void>>();
  const stop = await database.listen(transactionChanged, (id) => {
    // Empty after a lost connection: any may have changed.
    const groups = id === '' ? [...watchers.values()] : [watchers.get(id) ?? new Set()];
    for (const group of groups) for (const wake of group) wake();
  });

  return {
    stop,
    watch(id) {
      let changed = false;
      let waiting: (() => void) | undefined;
      const wake = (): void => {
        changed = true;
        waiting?.();
      };
      const group = watchers.get(id) ?? new Set();
      watchers.set(id, group.add(wake));
      return {
        async next(timeoutMs, signal) {
          if (!changed && signal?.aborted !== true) {
            await new Promise<void>((resolve) => {
              const end = (): void => {
                clearTimeout(timer);
                signal?.removeEventListener('abort', end);
                waiting = undefined;
                resolve();
              };
              const timer = setTimeout(end, timeoutMs);
              signal?.addEventListener('abort', end);
              waiting = end;
            });
          }
          const outcome = signal?.aborted === true ? 'aborted' : changed ? 'changed' : 'timeout';
          changed = false;
          return outcome;
        },
        close() {
          group.delete(wake);
          if (group.size === 0) watchers.delete(id);
        },
      };
    },
  };
}
