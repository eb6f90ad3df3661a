import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@clearcut/platform/reasons';

/** Others may continue, unless there are no credits. */
export class RefusedError extends Error {
  readonly isWithoutCredits: boolean;

  constructor(message: string, isWithoutCredits: boolean) {
    super(message);
    this.name = 'RefusedError';
    this.isWithoutCredits = isWithoutCredits;
  }
}

/** Every picture would fail: no server, another one, or a wrong key. */
export class NoServerError extends RefusedError {
  constructor(message: string) {
    super(message, false);
  }
}

const MAX_TRIES = 6;
/** A day's limit may name the hours left. */
const MAX_PAUSE_SECONDS = 120;

/**
 * Retries only too many requests and a busy server; a repeat costs nothing.
 * @throws RefusedError
 */
export async function withRetries(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      if (error instanceof RefusedError || signal?.aborted === true) throw error;
      if (tries === MAX_TRIES) throw new NoServerError(`The server is out of reach: ${reasonOf(causeOf(error))}`);
      return undefined;
    });
    if (answer?.ok === true) return answer;
    const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    const mayPass = answer === undefined || answer.status === 429 || answer.status === 503;
    const isPassing = mayPass && !(seconds > MAX_PAUSE_SECONDS);
    if (!isPassing || tries === MAX_TRIES) {
      if (answer === undefined) throw new NoServerError('The server is out of reach.');
      const message = await messageOf(answer);
      if (answer.status === 401) throw new NoServerError(message);
      const wait = mayPass && !isPassing ? ` The server can be asked again in ${Math.ceil(seconds / 60)} minutes.` : '';
      throw new RefusedError(message + wait, answer.status === 402);
    }
    await answer?.body?.cancel();
    await delay(Number.isFinite(seconds) ? seconds * 1000 : 500 * 2 ** tries, undefined, { signal });
  }
}

/** `fetch` hides the reason. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const body = JSON.parse(text) as { message?: string; errors?: { title: string }[] };
    return body.message ?? body.errors?.[0]?.title ?? `The server answered ${answer.status}.`;
  } catch {
    return `The server answered ${answer.status}.`;
  }
}
