import { readStored } from '../../../lib/storage/storage.ts';

/** Credits a login to the campaign that brought the visitor. */
export function visitor(): { readonly visitor_id?: string } {
  const id = readStored('visitor-id');
  return id === undefined ? {} : { visitor_id: id };
}
