import type { Quotas } from '@clearcut/platform/config/quotas';
import { CatalogueError } from '@clearcut/schemas/errors';
import { networkOf } from '../../http/networks.ts';
import type { Person } from '../../kernel/requester.ts';

/** Seconds: a closed page ends its streams at once. */
const RETRY_AFTER_SECONDS = 5;

export interface OpenStreams {
  /**
   * Counts a stream until `closed` aborts. Each holds a connection and rereads the picture at every change.
   * @throws CatalogueError too_many_streams
   */
  open(person: Person, address: string, closed: AbortSignal): void;
}

export function createOpenStreams(most: Quotas['openStreams']): OpenStreams {
  const counts = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    open(person, address, closed) {
      const keys = [
        [`owner ${ownerKeyOf(person)}`, most.owner],
        [`address ${networkOf(address)}`, most.address],
      ] as const;
      if (keys.some(([key, limit]) => (counts.get(key) ?? 0) >= limit)) {
        throw new CatalogueError('too_many_streams', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      if (closed.aborted) return;
      for (const [key] of keys) change(key, 1);
      closed.addEventListener('abort', () => keys.forEach(([key]) => change(key, -1)), { once: true });
    },
  };
}

const ownerKeyOf = (person: Person): string =>
  person.kind === 'user' ? person.userId : (person.clientKey ?? person.sessionId ?? '');
