import {
  type ChangeKeyBody,
  changeKeyBodySchema,
  createdKeySchema,
  createKeyBodySchema,
  keyListSchema,
  keyLogQuerySchema,
  keyLogSchema,
  keyParamsSchema,
} from '../api-keys/http.ts';
import type { Contract } from './contract.ts';

const byAdmin = { credentials: ['session'], access: { who: 'admin' } } as const;
const ofOne = { params: keyParamsSchema, paramsError: 'api_key_not_found' } as const;

export const apiKeyContracts = {
  list: {
    method: 'GET',
    path: '/api/keys/',
    summary: 'The API keys of the team that can be used, newest first, with what each did in the last 30 days.',
    ...byAdmin,
    answers: { 200: { description: 'The keys; never the keys themselves.', schema: keyListSchema } },
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/keys/',
    summary:
      'Makes an API key, which acts in the name of the admin who makes it. The answer is the only one that holds it.',
    ...byAdmin,
    body: createKeyBodySchema,
    needsProof: () => true,
    answers: { 201: { description: 'The key.', schema: createdKeySchema } },
    errors: ['validation_failed', 'too_many_api_keys'],
  },
  change: {
    method: 'PATCH',
    path: '/api/keys/:id/',
    summary: 'Changes label, scopes, limits and networks of a key; what is left out stays.',
    ...byAdmin,
    ...ofOne,
    body: changeKeyBodySchema,
    needsProof: ({ scopes, networks }: ChangeKeyBody) => scopes !== undefined || networks !== undefined,
    answers: { 204: { description: 'It is changed.' } },
    errors: ['validation_failed', 'api_key_not_found'],
  },
  rotate: {
    method: 'POST',
    path: '/api/keys/:id/rotate/',
    summary: 'Makes a key that takes the place of this one, which works for 7 days more.',
    ...byAdmin,
    ...ofOne,
    needsProof: () => true,
    answers: { 201: { description: 'The new key.', schema: createdKeySchema } },
    errors: ['api_key_not_found', 'too_many_api_keys'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/keys/:id/',
    summary: 'Ends a key: it is refused from the next request on.',
    ...byAdmin,
    ...ofOne,
    answers: { 204: { description: 'It has ended.' } },
    errors: ['api_key_not_found'],
  },
  log: {
    method: 'GET',
    path: '/api/keys/log/',
    summary: 'The last 200 requests by keys of the team in 7 days, or by one `key`: without bodies.',
    ...byAdmin,
    query: keyLogQuerySchema,
    answers: { 200: { description: 'Newest first.', schema: keyLogSchema } },
    errors: ['validation_failed'],
  },
} as const satisfies Record<string, Contract>;
