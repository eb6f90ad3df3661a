import { expect, test } from 'vitest';
import { blurQuerySchema } from '../transaction/editing-http.ts';
import { transactionListQuerySchema } from '../transaction/http.ts';
import { downloadQuerySchema } from '../transaction/saves-http.ts';

test('reads numbers of a query string, with defaults for missing ones', () => {
  expect(blurQuerySchema.parse({ value: '7.25' })).toEqual({ value: 7.25 });
  expect(downloadQuerySchema.parse({ margin: '0' })).toMatchObject({ margin: 0 });
  expect(downloadQuerySchema.parse({})).toMatchObject({ margin: 0 });
  expect(transactionListQuerySchema.parse({ pageSize: '10' })).toMatchObject({ pageSize: 10, page: 1 });
});

// Regression: an empty blur was read as 0, which turns it off.
test.for(['', ' ', '1e1', '0x10', '+1', '1.', '-1', '101'])('%j is not such a number', (text) => {
  expect(blurQuerySchema.safeParse({ value: text }).success).toBe(false);
  expect(downloadQuerySchema.safeParse({ margin: text }).success).toBe(false);
  expect(transactionListQuerySchema.safeParse({ pageSize: text }).success).toBe(false);
  expect(transactionListQuerySchema.safeParse({ page: text }).success).toBe(text === '101');
});

test('a required number must be given, and a page must be a whole number', () => {
  expect(blurQuerySchema.safeParse({}).success).toBe(false);
  expect(transactionListQuerySchema.safeParse({ page: '1.5' }).success).toBe(false);
});
