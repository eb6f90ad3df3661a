import type { HttpRequest } from '../message.ts';

/** Older browsers name the page's origin only; programs send neither. */
export function isOfOtherSite({ headers, host }: Pick<HttpRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
