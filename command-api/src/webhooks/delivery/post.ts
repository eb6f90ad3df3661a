import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, guardedRequest } from '../../outgoing/index.ts';
import type { Try } from './messages.ts';

/** Receivers should accept the message first and process it later. */
const ANSWER_MS = 15_000;

/** Never throws for a failed delivery. Follows no redirects and ignores the answer's body. */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { policy, answerMs = ANSWER_MS }: { readonly policy: AddressPolicy; readonly answerMs?: number },
): Promise<Try> {
  const began = performance.now();
  try {
    const answer = await guardedRequest({
      url: new URL(url),
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Clearcut-Webhooks/1.0',
        ...headers,
      },
      body,
      policy,
      firstByteMs: answerMs,
      total: AbortSignal.timeout(answerMs),
    });
    const status = answer.statusCode ?? 0;
    answer.destroy();
    return { status, ms: performance.now() - began, error: null };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { status: null, ms: performance.now() - began, error: error.code };
  }
}

export const isDelivered = ({ status }: Try): boolean => status !== null && status >= 200 && status < 300;
