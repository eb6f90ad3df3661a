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
    summary: "Lists the team's active API keys, newest first, with the last 30 days of use.",
    ...byAdmin,
    cache: 'no-store',
    answers: { 200: { description: 'The keys; never the keys themselves.', schema: keyListSchema } },
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/keys/',
    summary: "Creates an API key that acts in its admin's name. Only this answer contains the key.",
    ...byAdmin,
    body: createKeyBodySchema,
    needsProof: () => true,
    cache: 'no-store',
    answers: { 201: { description: 'The key.', schema: createdKeySchema } },
    errors: ['validation_failed', 'too_many_api_keys', 'too_many_requests'],
  },
  change: {
    method: 'PATCH',
    path: '/api/keys/:id/',
    summary: "Changes a key's label, scopes, limits or networks; omitted fields stay.",
    ...byAdmin,
    ...ofOne,
    body: changeKeyBodySchema,
    needsProof: ({ scopes, limits, networks, origins }: ChangeKeyBody) =>
      [scopes, limits, networks, origins].some((right) => right !== undefined),
    answers: { 204: { description: 'It is changed.' } },
    errors: ['validation_failed', 'api_key_not_found', 'too_many_requests'],
  },
  rotate: {
    method: 'POST',
    path: '/api/keys/:id/rotate/',
    summary: "Creates the key's successor; the old key works for 7 more days.",
    ...byAdmin,
    ...ofOne,
    needsProof: () => true,
    cache: 'no-store',
    answers: { 201: { description: 'The new key.', schema: createdKeySchema } },
    errors: ['api_key_not_found', 'too_many_api_keys', 'too_many_requests'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/keys/:id/',
    summary: 'Revokes a key, from the next request on.',
    ...byAdmin,
    ...ofOne,
    answers: { 204: { description: 'It has ended.' } },
    errors: ['api_key_not_found'],
  },
  log: {
    method: 'GET',
    path: '/api/keys/log/',
    summary: "The last 200 requests within 7 days, of all the team's keys or one `key`, without bodies.",
    ...byAdmin,
    query: keyLogQuerySchema,
    cache: 'no-store',
    answers: { 200: { description: 'Newest first.', schema: keyLogSchema } },
    errors: ['validation_failed'],
  },
} as const satisfies Record<string, Contract>;
