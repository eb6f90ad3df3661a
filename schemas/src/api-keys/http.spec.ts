import { expect, test } from 'vitest';
import { createKeyBodySchema } from './http.ts';

const made = (expiresAt: string | null) => createKeyBodySchema.safeParse({ label: 'Shop', expiresAt });

test('regression: a key that would have ended already is refused', () => {
  expect(made(new Date(Date.now() - 1_000).toISOString()).error?.issues).toMatchObject([{ path: ['expiresAt'] }]);
  expect(made(new Date(Date.now() + 60_000).toISOString()).success).toBe(true);
  expect(made(null).success).toBe(true);
});
