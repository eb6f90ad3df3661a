import { setTimeout as delay } from 'node:timers/promises';
import { type ServerCheck, UnusableServerError, outageReason } from '../server-check.ts';

export interface WaitOptions {
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
const REPEAT_MS = 60_000;
/** A hanging server counts as away. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * However long it takes.
 * @throws UnusableServerError with a sentence, the reason of the signal
 */
export async function waitForServers(servers: readonly ServerCheck[], options: WaitOptions): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  try {
    await Promise.all(servers.map((server) => waitFor(server, { ...options, signal })));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

async function waitFor(server: ServerCheck, { say, signal }: WaitOptions): Promise<void> {
  const source = server.setting === undefined ? '' : ` (${server.setting})`;
  const name = `The ${server.part} at ${server.address}${source}`;
  let saidAt: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      await answered(server);
      if (saidAt !== undefined) say(`${name} answers.`);
      return;
    } catch (error) {
      if (error instanceof UnusableServerError) {
        throw new UnusableServerError(`${name} cannot be used: ${error.message}.`, { cause: error });
      }
      if (saidAt === undefined || performance.now() - saidAt >= REPEAT_MS) {
        say(`${name} cannot be reached: ${outageReason(error)}. Clearcut waits for it.`);
        saidAt = performance.now();
      }
    }
    await delay(pauseMs, undefined, { signal });
  }
}

async function answered(server: ServerCheck): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('there was no answer')), ANSWER_LIMIT_MS);
  });
  const asking = server.ask();
  asking.catch(() => undefined);
  try {
    await Promise.race([asking, silence]);
  } finally {
    clearTimeout(timer);
  }
}
