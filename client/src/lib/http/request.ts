import { Failure, failureOfAnswer } from '../errors/failure.ts';
import { getClientId } from './client-id.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * One call of the API, as this browser.
 * @throws Failure for an answer other than 2xx, or none; a DOMException named AbortError when `signal` fires.
 */
export async function request(path: string, { method = 'GET', json, signal }: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { 'client-id': getClientId() };
  if (json !== undefined) headers['content-type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      body: json === undefined ? null : JSON.stringify(json),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Failure('network', { cause: error });
  }
  if (!response.ok) throw failureOfAnswer(response.status, response.statusText, await response.text());
  return response;
}

/** The JSON answer, taken to have the shape the contract in schemas gives it. */
export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}
