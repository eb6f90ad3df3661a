import type { HttpRequest } from '../message.ts';

const OURS = /^cck_/;
/** Plain or percent-encoded; the underscore is never encoded in pasted text. */
const IN_ADDRESS = /cck_(?:live|test)_[0-9A-Za-z]{36}/;
const BEARER = /^Bearer +(\S+) *$/i;

export function apiKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const given = headers['x-api-key'];
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

export const looksLikeOurs = (key: string): boolean => OURS.test(key);

/** Addresses end up in logs and referrers: that key has leaked. */
export const isKeyInAddress = ({ url }: Pick<HttpRequest, 'url'>): boolean => IN_ADDRESS.test(url);
