import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { followCredits } from './credits.ts';
import { noCredits } from './lack-of-credits.ts';

test.each([
  ['a save that was charged', '1', true],
  ['a save that was free because another member had made it', '0', true],
  ['any other answer', null, false],
])('after %s, pictures are requested again: %s', (_what, charged, isStale) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['transactions', 'my-images'], []);
  const header = (name: string): string | null => (name === CREDITS_CHARGED_HEADER ? charged : null);
  const answer = { method: 'POST', path: '/api/transaction/p/save/', status: 200, errorCode: undefined };
  followCredits(queryClient, { ...answer, sentAt: 0, header });
  expect(queryClient.getQueryState(['transactions', 'my-images'])?.isInvalidated).toBe(isStale);
});

test.each([
  ['no_credits', true],
  ['card_declined', false],
])('regression: a 402 answer with %s opens the modal: %s', (errorCode, isOpen) => {
  const answer = { method: 'POST', path: '/api/stripe/subscribe/', status: 402, errorCode };
  noCredits.close();
  followCredits(new QueryClient(), { ...answer, sentAt: Infinity, header: () => null });
  expect(noCredits.getState()).toBe(isOpen);
});
