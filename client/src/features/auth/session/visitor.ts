import { readStored } from '../../../lib/storage/storage.ts';

/** Who came by a campaign is counted as having come by it. */
export function visitor(): { readonly visitor_id?: string } {
  const id = readStored('visitor-id');
  return id === undefined ? {} : { visitor_id: id };
}
