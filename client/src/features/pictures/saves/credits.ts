import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { toFailure } from '../../../lib/errors/failure.ts';
import type { Answer } from '../../../lib/http/answers.ts';
import { billingContracts } from '@clearcut/schemas/contracts/billing';
import { call } from '../../../lib/contracts/call.ts';
import { noCredits } from './lack-of-credits.ts';

/** Shows grants and team-mates' spending soon. Hidden pages do not poll. */
const FOLLOW_MS = 2_000;

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call(billingContracts.billing, { signal }),
  // Others' use of the pool appears in no answer to this browser.
  refetchInterval: FOLLOW_MS,
  refetchOnWindowFocus: 'always',
  // A missing right does not come with a retry.
  retry: (failures, error) => failures < 1 && toFailure(error).status !== 403,
});

/**
 * Queries that a save changes: pictures and ledger lines. A free one shows that older views of its picture are
 * outdated.
 */
const SAVED = [['transactions'], ['credit-ledger']];

function numberIn(answer: Answer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Updates shown credits from the headers of the server's answers. */
export function followCredits(queryClient: QueryClient, answer: Answer): void {
  const left = numberIn(answer, CREDITS_LEFT_HEADER);
  if (left !== undefined) {
    queryClient.setQueryData<BillingInfo>(billingQuery.queryKey, (known) => known && { ...known, credits: left });
    // A running request may bring an older number.
    if (queryClient.isFetching(billingQuery) > 0) void queryClient.invalidateQueries(billingQuery);
  }
  if (numberIn(answer, CREDITS_CHARGED_HEADER) !== undefined) {
    for (const queryKey of SAVED) void queryClient.invalidateQueries({ queryKey });
  }
  if (answer.errorCode === 'no_credits') {
    noCredits.open(answer.sentAt);
    void queryClient.invalidateQueries(billingQuery);
  }
}
