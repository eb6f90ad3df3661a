import type { TaxInformation } from '@clearcut/schemas/subscription/http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';

export interface TaxAnswer {
  /** Null before any was given. */
  readonly taxInformation: TaxInformation | null;
  /** What the tax office says of the VAT number; null before one was given. */
  readonly vatStatus: 'none' | 'pending' | 'verified' | 'unverified' | 'unavailable' | null;
}

const PATH = '/api/stripe/billing/tax-info/';

export const taxQuery = queryOptions({
  queryKey: ['tax-information'],
  queryFn: ({ signal }) => requestJson<TaxAnswer>(PATH, { signal }),
  staleTime: 0,
});

export const saveTax = (json: TaxInformation): Promise<TaxAnswer> => requestJson(PATH, { method: 'PATCH', json });
