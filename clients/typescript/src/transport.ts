import { ClearcutError, errorOf, unexpected } from './errors.ts';

export interface Options {
  /** With or without a path. Default: `CLEARCUT_URL`. */
  readonly baseUrl?: string;
  /** Default: `CLEARCUT_API_KEY`. */
  readonly apiKey?: string;
  /** A request's. Default: 70,000. */
  readonly timeoutMs?: number;
  /** Default: 4. */
  readonly retries?: number;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
}

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** New for each try. */
  readonly body?: () => FormData | string;
  /** Seconds; the server waits 55 at most. */
  readonly wait?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const RETRIES = 4;
const TIMEOUT_MS = 70_000;
const WAIT_SHARE = 0.75;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const PASSING = new Set([429, 502, 503, 504]);
const PASSING_CODES = new Set(['idempotency_key_in_use', 'image_not_ready']);
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 20_000;
const MAX_RETRY_AFTER_MS = 120_000;

export type Send = (call: Call) => Promise<Response>;

/** Retries transient failures under one Idempotency-Key. */
export function createSend(
  { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, retries = RETRIES, fetch: send = fetch }: Options,
  onRateLimit: (limit: RateLimit) => void,
): Send {
  const base = (baseUrl ?? ofEnvironment('CLEARCUT_URL') ?? '').replace(/\/+$/, '');
  const secret = apiKey ?? ofEnvironment('CLEARCUT_API_KEY') ?? '';
  if (base === '' || secret === '') {
    throw new TypeError('Give baseUrl and apiKey, or set CLEARCUT_URL and CLEARCUT_API_KEY');
  }
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new TypeError('baseUrl is an address such as https://clearcut.example.com');
  }
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs is from 1 to ${MAX_TIMEOUT_MS}`);
  }

  function requestOf({ path, query = {}, body, wait }: Call, key: string | undefined) {
    const address = new URL(base + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const content = body?.();
    const headers = new Headers({ 'x-api-key': secret });
    if (typeof content === 'string') headers.set('content-type', 'application/json');
    const seconds = wait && Math.max(1, Math.min(wait, Math.floor((timeoutMs * WAIT_SHARE) / 1_000)));
    if (seconds !== undefined) headers.set('prefer', seconds === 0 ? 'respond-async' : `wait=${seconds}`);
    if (key !== undefined) headers.set('idempotency-key', key);
    return { address, headers, content };
  }

  async function attempt({ method, signal }: Call, { address, headers, content }: ReturnType<typeof requestOf>) {
    const late = AbortSignal.timeout(timeoutMs);
    const until = signal === undefined ? late : AbortSignal.any([signal, late]);
    const answer = await send(address, {
      method,
      headers,
      ...(content === undefined ? {} : { body: content }),
      signal: until,
      redirect: 'document' in globalThis ? 'follow' : 'manual',
    });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status > 399 || location === null) return answer;
    const next = new URL(location, address);
    const isOwn = next.origin === address.origin;
    // A file may be kept elsewhere.
    if (method === 'GET') return send(next, { ...(isOwn ? { headers } : {}), signal: until, redirect: 'error' });
    const text = `The server sends on to ${next.origin}: give that address as baseUrl`;
    throw new ClearcutError(text, { status: answer.status, code: 'redirected' });
  }

  return async (call) => {
    const isRepeatable = call.method === 'POST' || call.method === 'PATCH';
    const key = call.idempotencyKey ?? (isRepeatable ? crypto.randomUUID() : undefined);
    for (let tries = 0; ; tries += 1) {
      // Its errors are no outage.
      const request = requestOf(call, key);
      const answer = await attempt(call, request)
        .then(whole)
        .catch((cause: unknown) => {
          if (call.signal?.aborted === true || cause instanceof ClearcutError) throw cause;
          const isLate = cause instanceof Error && cause.name === 'TimeoutError';
          const text = isLate ? `The server took longer than ${timeoutMs} ms` : 'The server could not be reached';
          return new ClearcutError(text, { status: 0, code: isLate ? 'timeout' : 'unreachable', cause });
        });
      if (answer instanceof Response) noteRateLimit(answer.headers, onRateLimit);
      if (answer instanceof Response && answer.ok) {
        if (answer.headers.get('content-type')?.startsWith('text/html')) throw unexpected(answer.status);
        return answer;
      }
      const retryAfter = answer instanceof Response ? answer.headers.get('retry-after') : null;
      const error = answer instanceof Response ? await errorOf(answer) : answer;
      const mayPass = error.status === 0 || PASSING.has(error.status) || PASSING_CODES.has(error.code);
      const isLong = Number(retryAfter) * 1000 > MAX_RETRY_AFTER_MS;
      if (!mayPass || isLong || tries >= retries) throw error;
      await pause(pauseMs(retryAfter, tries), call.signal);
    }
  };
}

/** @throws ClearcutError for a page, such as a hotel's login page */
export async function objectIn<T extends object>(answer: Response): Promise<T> {
  const value = (await answer.json().catch(() => null)) as T | null;
  if (typeof value === 'object' && value !== null) return value;
  throw unexpected(answer.status);
}

async function whole(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const body = await answer.arrayBuffer();
  const { status, statusText, headers } = answer;
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

const ofEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];

function noteRateLimit(headers: Headers, note: (limit: RateLimit) => void): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return;
  note({ limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) });
}

function pauseMs(retryAfter: string | null, tries: number): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
