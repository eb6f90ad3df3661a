import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request } from './request.ts';

/** A connection that stays open: only the signal of a call ends it. */
const silence = (_path: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silence);
  vi.stubGlobal('localStorage', { getItem: () => 'a', setItem: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How a call has ended after so many minutes; undefined while it runs. */
async function after(minutes: number, call: Promise<unknown>): Promise<unknown> {
  let end: unknown;
  call.catch((error: unknown) => {
    end = error;
  });
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  return end;
}

test('regression: a call without an answer fails after two minutes, so that its button works again', async () => {
  const call = request('/api/user/me', { method: 'PATCH', json: {} });
  expect(await after(1.9, call)).toBeUndefined();
  expect(await after(0.2, call)).toMatchObject({ code: 'network', status: 0 });
});

test('an upload has no time limit', async () => {
  expect(await after(60, request('/api/contact/', { method: 'POST', body: new FormData() }))).toBeUndefined();
});

test('a cancelled call ends with the reason of its own signal', async () => {
  const cancel = new AbortController();
  const call = request('/api/billing/', { signal: cancel.signal });
  cancel.abort();
  expect(await after(0, call)).toMatchObject({ name: 'AbortError' });
});

test('the bytes of an answer have no time limit, and end with the signal', async () => {
  let given: AbortSignal | undefined;
  vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
    given = signal;
    return Response.json({});
  });
  const cancel = new AbortController();
  await request('/api/billing/', { signal: cancel.signal });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(given?.aborted).toBe(false);
  cancel.abort();
  expect(given?.aborted).toBe(true);
});
