import { expect, test } from 'vitest';
import { ledgerFilterSchema } from './http.ts';

test.for([
  ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
  ['2024-05-06T07:08:09.123456+02:00', '2024-05-06T05:08:09.123Z'],
  // PostgreSQL refuses offsets of 16 hours or more.
  ['2024-01-01T00:00:00+20:00', '2023-12-31T04:00:00.000Z'],
])('%s is the moment %s', ([from, moment]) => {
  expect(ledgerFilterSchema.parse({ from, to: from })).toEqual({ from: moment, to: moment });
});

test.for([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '2023-02-29T00:00:00Z',
  'yesterday',
])('%s is a time that PostgreSQL cannot store, and is refused by name', (moment) => {
  for (const field of ['from', 'to']) {
    const { error } = ledgerFilterSchema.safeParse({ [field]: moment });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  }
});

test('regression: finds users by ids in capitals too, since the ledger keeps small letters', () => {
  const id = '5F0C6F0E-1111-4222-8333-44445555666F';
  for (const userId of [id, [id]]) {
    expect(ledgerFilterSchema.parse({ userId })).toEqual({ userId: [id.toLowerCase()] });
  }
});
