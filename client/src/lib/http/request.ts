import { Failure, failureOfAnswer } from '../errors/failure.ts';
import { noticeAnswer } from './answers.ts';
import { getClientId } from './client-id.ts';
import { identitySettled } from './identity-change.ts';
import { provedAgain } from './recent-proof.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Instead of `json`. The server detects the type of a file. */
  readonly body?: Blob | FormData | undefined;
  /** Deduplicates retries. */
  readonly idempotencyKey?: string;
  /** Part of `changingIdentity`, so does not wait for it. */
  readonly changesIdentity?: boolean;
}

/** Longer than the server waits for any work. An upload may take its time, and so may the bytes of an answer. */
const ANSWER_MS = 120_000;

/** @throws Failure for an answer other than 2xx, or none; a DOMException named AbortError when `signal` fires */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', json, body, signal, idempotencyKey, changesIdentity = false } = options;
  const headers: Record<string, string> = { 'client-id': getClientId() };
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (!changesIdentity) await identitySettled();
  signal?.throwIfAborted();
  const ending = new AbortController();
  signal?.addEventListener('abort', () => ending.abort(signal.reason));
  const late = body === undefined ? setTimeout(() => ending.abort(), ANSWER_MS) : undefined;
  const sentAt = performance.now();
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      signal: ending.signal,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Failure('network', { cause: error });
  } finally {
    clearTimeout(late);
  }
  const header = (name: string) => response.headers.get(name);
  const { ok, status, statusText } = response;
  // A truncated body says less, but the status stands.
  const failure = ok ? undefined : failureOfAnswer(status, statusText, await response.text().catch(() => ''));
  noticeAnswer({ method, path, status, errorCode: failure?.code, sentAt, header });
  if (failure?.code === 'proof_required' && (await provedAgain())) return request(path, options);
  if (failure !== undefined) throw failure;
  return response;
}
