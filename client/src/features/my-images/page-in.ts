import { MAX_PAGE } from '@clearcut/schemas/constants';
import { clamp } from '../../lib/clamp.ts';

/** Page in the address: the first by default, at most the last. */
export function pageIn(search: URLSearchParams): number {
  return clamp(Number.parseInt(search.get('page') ?? '1', 10) || 1, 1, MAX_PAGE);
}
