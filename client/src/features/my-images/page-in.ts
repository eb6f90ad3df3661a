import { MAX_PAGE } from '@clearcut/schemas/constants';
import { clamp } from '../../lib/clamp.ts';

/** The page that an address asks for; the first one where it asks for none, the last that the server counts where it asks for more. */
export function pageIn(search: URLSearchParams): number {
  return clamp(Number.parseInt(search.get('page') ?? '1', 10) || 1, 1, MAX_PAGE);
}
