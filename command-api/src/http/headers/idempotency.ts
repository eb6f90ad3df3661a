import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../message.ts';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
/** Structured field string (RFC 9651, section 3.3.3), as in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** Quoted and unquoted forms are equal. @throws CatalogueError idempotency_key_invalid */
export function idempotencyKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = typeof given === 'string' ? (QUOTED.exec(given)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? given) : '';
  if (!PRINTABLE.test(key)) throw new CatalogueError('idempotency_key_invalid');
  return key;
}
