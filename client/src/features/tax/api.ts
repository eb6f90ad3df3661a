import type { TaxInformation } from '@clearcut/schemas/subscription/http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../lib/http/request.ts';

export interface TaxAnswer {
  /** Null before the first entry. */
  readonly taxInformation: TaxInformation | null;
  /** Tax office's verdict on the VAT number; null without one. */
  readonly vatStatus: 'none' | 'pending' | 'verified' | 'unverified' | 'unavailable' | null;
}

const PATH = '/api/stripe/billing/tax-info/';

export const taxQuery = queryOptions({
  queryKey: ['tax-information'],
  queryFn: ({ signal }) => requestJson<TaxAnswer>(PATH, { signal }),
  staleTime: 0,
});

export const saveTax = (json: TaxInformation): Promise<TaxAnswer> => requestJson(PATH, { method: 'PATCH', json });
