import { KEY_PATTERN } from '../../kernel/key-pattern.ts';
import type { HttpRequest } from '../message.ts';

const OURS = /^cck_/;
const BEARER = /^Bearer +(\S+) *$/i;

export function apiKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const given = headers['x-api-key'];
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

export const looksLikeOurs = (key: string): boolean => OURS.test(key);

/** Addresses end up in logs and referrers: that key has leaked. Encoding an address changes no character of a key. */
export const isKeyInAddress = ({ url }: Pick<HttpRequest, 'url'>): boolean => KEY_PATTERN.test(url);
