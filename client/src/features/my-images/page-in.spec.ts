import { transactionListQuerySchema } from '@clearcut/schemas/transaction/http';
import { expect, test } from 'vitest';
import { pageIn } from './page-in.ts';

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=last', 1],
])('the address ?%s asks for page %d', (query, page) => {
  expect(pageIn(new URLSearchParams(query))).toBe(page);
});

test.each(['10001', '99999999999999999999999'])(
  'regression: page %s is requested in a form that the server answers',
  (page) => {
    const query = { page: String(pageIn(new URLSearchParams({ page }))) };
    expect(transactionListQuerySchema.safeParse(query).success).toBe(true);
  },
);
