import { afterEach, expect, test, vi } from 'vitest';
import { signUp } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test('a sign-up sends its idempotency key, so a retry creates no second account', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key'));
    return Response.json({});
  });
  const body = { email: 'ada@example.com', password: 'Correct-horse-7' };
  await signUp(body, 'one');
  await signUp(body, 'one');
  expect(sent).toEqual(['one', 'one']);
});
