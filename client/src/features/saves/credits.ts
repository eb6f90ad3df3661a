import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { toFailure } from '../../lib/errors/failure.ts';
import type { Answer } from '../../lib/http/answers.ts';
import { getBilling } from './api.ts';
import { noCredits } from './no-credits/no-credits.ts';

/** How soon a page that is looked at shows what was granted, or what a team-mate spent. A page that is hidden does not ask. */
const FOLLOW_MS = 2_000;

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => getBilling(signal),
  // What others do with the pool shows in no answer to this browser.
  refetchInterval: FOLLOW_MS,
  refetchOnWindowFocus: 'always',
  // Who may not see them will not be allowed to on the second try either.
  retry: (failures, error) => failures < 1 && toFailure(error).status !== 403,
});

/** What changes with a save: pictures, and the lines of the ledger. One that was free tells that older views of its picture are outdated. */
const SAVED = [['transactions'], ['credit-ledger']];

function numberIn(answer: Answer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Keeps what is shown about credits in step with whatever the server says of them beside its answers. */
export function followCredits(queryClient: QueryClient, answer: Answer): void {
  const left = numberIn(answer, CREDITS_LEFT_HEADER);
  if (left !== undefined) {
    queryClient.setQueryData<BillingInfo>(billingQuery.queryKey, (known) => known && { ...known, credits: left });
    // A call for them that is under way may bring an older number.
    if (queryClient.isFetching(billingQuery) > 0) void queryClient.invalidateQueries(billingQuery);
  }
  if (numberIn(answer, CREDITS_CHARGED_HEADER) !== undefined) {
    for (const queryKey of SAVED) void queryClient.invalidateQueries({ queryKey });
  }
  if (answer.errorCode === 'no_credits') {
    noCredits.open(answer.askedAt);
    void queryClient.invalidateQueries(billingQuery);
  }
}
