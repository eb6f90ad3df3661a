import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../message.ts';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
/** A string of structured fields (RFC 9651, section 3.3.3), as draft-ietf-httpapi-idempotency-key-header writes keys. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The Idempotency-Key of a request: with quotation marks around it or without, it is the same. @throws CatalogueError idempotency_key_invalid */
export function idempotencyKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const key = typeof given === 'string' ? (QUOTED.exec(given)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? given) : '';
  if (!PRINTABLE.test(key)) throw new CatalogueError('idempotency_key_invalid');
  return key;
}
