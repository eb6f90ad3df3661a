import { setTimeout as delay } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { keepCalling } from './connection-watch.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/** `closing` rejects before the first listening. */
export function listen(
  connect: () => Promise<Client>,
  channel: string,
  onNotify: (payload: string) => void,
  closing: AbortSignal,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, closing]);

  return new Promise((resolve, reject) => {
    const ended = keepListening(connect, channel, onNotify, signal, () => {
      resolve(async () => {
        stopping.abort();
        await ended;
      });
    });
    void ended.then(() => reject(closing.reason as Error));
  });
}

async function keepListening(
  connect: () => Promise<Client>,
  channel: string,
  onNotify: (payload: string) => void,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  let listenedBefore = false;
  while (!signal.aborted) {
    const client = await open(connect, channel, onNotify);
    if (client === undefined) {
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      continue;
    }
    retryMs = FIRST_RETRY_MS;
    if (listenedBefore) onNotify('');
    else onFirst();
    listenedBefore = true;
    await endOrAbort(client, signal);
  }
}

/** Undefined when the server is away. */
async function open(
  connect: () => Promise<Client>,
  channel: string,
  onNotify: (payload: string) => void,
): Promise<Client | undefined> {
  let client: Client | undefined;
  try {
    client = await connect();
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    await client.query(`LISTEN ${escapeIdentifier(channel)}`);
    keepCalling(client);
    return client;
  } catch {
    await client?.end().catch(() => undefined);
    return undefined;
  }
}

function endOrAbort(client: Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      void client.end().catch(() => undefined);
    };
    client.once('end', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    // A half-open socket reports an error without an end.
    client.once('error', end);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
