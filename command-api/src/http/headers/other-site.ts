import type { HttpRequest } from '../message.ts';

/** Whether a page of another site made the browser send this. Browsers say so themselves; older ones name the page's origin; programs say nothing. */
export function isOfOtherSite({ headers, host }: Pick<HttpRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
