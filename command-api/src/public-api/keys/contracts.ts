import { createdKeySchema, keyListSchema, keyParamsSchema } from '@clearcut/schemas/api-keys/http';
import type { PromisedContract } from '../promised.ts';

const tag = 'API keys';
const byAdmin = { credentials: ['api-key'], access: { who: 'admin' }, tag, scope: 'keys:manage' } as const;
const ofOne = { params: keyParamsSchema, paramsError: 'api_key_not_found' } as const;

export const keyContracts = {
  list: {
    ...byAdmin,
    operationId: 'listKeys',
    method: 'GET',
    path: '/v1/keys/',
    summary: "Lists the team's active API keys, newest first, with the last 30 days of use.",
    cache: 'no-store',
    answers: { 200: { description: 'The keys; never the keys themselves.', schema: keyListSchema } },
    errors: [],
  },
  rotate: {
    ...byAdmin,
    operationId: 'rotateKey',
    method: 'POST',
    path: '/v1/keys/rotate/',
    summary:
      'Creates the successor of the calling key, which works for 7 more days. A key is rotated once. Only this answer contains the new key. With the same Idempotency-Key, a repeat replaces the new key until it is first used.',
    idempotent: true,
    cache: 'no-store',
    answers: { 201: { description: 'The new key.', schema: createdKeySchema } },
    errors: ['api_key_not_found', 'too_many_api_keys', 'idempotency_key_invalid', 'validation_failed'],
  },
  revoke: {
    ...byAdmin,
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/v1/keys/:id/',
    summary: 'Revokes a key, from the next request on.',
    ...ofOne,
    answers: { 204: { description: 'It has ended.' } },
    errors: ['api_key_not_found', 'validation_failed'],
  },
} as const satisfies Record<string, PromisedContract>;
