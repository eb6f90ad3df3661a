import type { HttpRequest } from '../message.ts';

/** What every key of ours begins with. */
const OURS = /^cck_/;
/** In a path or a query, in plain or percent-encoded letters: the underscore is never encoded by what people paste from. */
const IN_ADDRESS = /cck_(?:live|test)_[0-9A-Za-z]{36}/;
const BEARER = /^Bearer +(\S+) *$/i;

/** What a request brings as an API key, of whatever form: `X-Api-Key`, or `Authorization: Bearer`. */
export function apiKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const given = headers['x-api-key'];
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

export const looksLikeOurs = (key: string): boolean => OURS.test(key);

/** Addresses end in logs, histories and referrers: a key that stands in one has leaked. */
export const isKeyInAddress = ({ url }: Pick<HttpRequest, 'url'>): boolean => IN_ADDRESS.test(url);
