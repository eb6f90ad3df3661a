import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { queryOptions } from '@tanstack/react-query';
import { type AnswerTo, call } from '../../../lib/contracts/call.ts';

export type TaxAnswer = AnswerTo<typeof subscriptionContracts.taxInformation>;

export const taxQuery = queryOptions({
  queryKey: ['tax-information'],
  queryFn: ({ signal }) => call(subscriptionContracts.taxInformation, { signal }),
  staleTime: 0,
});
