import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../message.ts';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The Idempotency-Key of a request. @throws CatalogueError idempotency_key_invalid */
export function idempotencyKeyOf(request: HttpRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE.test(key)) throw new CatalogueError('idempotency_key_invalid');
  return key;
}
