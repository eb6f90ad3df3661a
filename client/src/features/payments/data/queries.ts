import { queryOptions } from '@tanstack/react-query';
import { getCurrencies, getInvoices, getMethods, getNextAction, getPrices } from './api.ts';

export const pricesQuery = (currency: string | undefined) =>
  queryOptions({ queryKey: ['prices', currency ?? null], queryFn: ({ signal }) => getPrices(currency, signal) });

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: async ({ signal }) => (await getCurrencies(signal)).currencies,
});

export const methodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => getMethods(signal),
  staleTime: 0,
});

export const invoicesQuery = queryOptions({
  queryKey: ['invoices'],
  queryFn: ({ signal }) => getInvoices(signal),
  staleTime: 0,
});

/** Effect of choosing a price. Never cached: an upgrade gets cheaper every second. */
export const nextActionQuery = (priceId: string) =>
  queryOptions({
    queryKey: ['next-action', priceId],
    queryFn: ({ signal }) => getNextAction(priceId, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
