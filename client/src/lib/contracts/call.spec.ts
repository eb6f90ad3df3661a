import { apiKeyContracts } from '@clearcut/schemas/contracts/api-keys';
import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, call } from './call.ts';

const KEY = '0198a8c6-0000-7000-8000-000000000001';
afterEach(() => vi.unstubAllGlobals());

/** Answers once; returns the request. */
function answering(answer: Response) {
  const fetch = vi.fn(async (_path: string, _options: RequestInit) => answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('an address has its parameters, escaped, and the query that was given', () => {
  expect(addressOf(supportContracts.rebuild, { params: { name: 'a/b c' } })).toBe(
    '/api/staff/read-models/a%2Fb%20c/rebuild/',
  );
  expect(addressOf(ledgerContracts.sums, { query: { by: 'member', from: undefined } })).toBe(
    '/api/admin/credit-ledger/sums/?by=member',
  );
});

test('a call sends what its contract takes; an answer without a body is nothing', async () => {
  const fetch = answering(new Response(null, { status: 204 }));
  expect(await call(apiKeyContracts.change, { params: { id: KEY }, body: { label: 'New' } })).toBeUndefined();
  expect(fetch).toHaveBeenCalledWith(
    `/api/keys/${KEY}/`,
    expect.objectContaining({ method: 'PATCH', body: '{"label":"New"}' }),
  );
});

test('an answer of another form than the contract has is an error, not a page that breaks later', async () => {
  answering(Response.json({ keys: [{ id: KEY }] }));
  await expect(call(apiKeyContracts.list)).rejects.toThrow('label');
});

test('a refusal is its failure', async () => {
  answering(Response.json({ errorCode: 'api_key_not_found' }, { status: 404 }));
  await expect(call(apiKeyContracts.revoke, { params: { id: KEY } })).rejects.toMatchObject({
    code: 'api_key_not_found',
    status: 404,
  });
});
