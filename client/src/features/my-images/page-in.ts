import { clamp } from '../../lib/clamp.ts';

/** The server counts no further. Where there are fewer pages it says so, and the last one is shown. */
const LAST_PAGE = 10_000;

/** The page that an address asks for; the first one where it asks for none. */
export function pageIn(search: URLSearchParams): number {
  return clamp(Number.parseInt(search.get('page') ?? '1', 10) || 1, 1, LAST_PAGE);
}
