import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Received, route } from './contract.ts';

const list = {
  method: 'GET',
  path: '/v1/list/',
  summary: '',
  credentials: ['api-key'],
  access: { who: 'user' },
  answers: { 200: { description: '' } },
  errors: [],
} as const;
const errorForm = () => ({ status: 400, body: '' });
const query = z.object({ limit: z.coerce.number().default(20) });

/** Refused names, or the handler's query. */
async function answer(contract: Parameters<typeof route>[0], given: object): Promise<unknown> {
  const { handle } = route(contract, ({ query: read }) => Promise.resolve(read));
  return handle({ query: given } as Received).catch(({ validationErrors }: { validationErrors: object }) =>
    Object.keys(validationErrors),
  );
}

test('regression: the public API refuses a query name that it would ignore', async () => {
  expect(await answer({ ...list, query }, { limit: '5' })).toEqual({ limit: 5 });
  for (const name of ['page_size', 'Limit', 'toString', 'limit[]']) {
    expect(await answer({ ...list, query }, { [name]: '5' })).toEqual([name]);
  }
});

test('routes without parameters, pages and interfaces of other services ignore unknown query names', async () => {
  expect(await answer(list, { note: 'private' })).toBeUndefined();
  expect(await answer({ ...list, query, credentials: ['session'] }, { utm_source: 'mail' })).toEqual({ limit: 20 });
  expect(await answer({ ...list, query, errorForm }, { utm_source: 'mail' })).toEqual({ limit: 20 });
});
