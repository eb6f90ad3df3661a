import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toFailure } from '../../../lib/errors/failure.ts';
import { syncBilling } from '../payments/data/api.ts';
import { isPaidFor, type Purchase } from '../payments/data/purchase.ts';
import { billingQuery } from '../../pictures/saves/credits.ts';

export type Outcome =
  | { readonly is: 'waiting' }
  /** Paid; the credits are on their way. */
  | { readonly is: 'crediting' }
  | { readonly is: 'paid'; readonly credits: number }
  | { readonly is: 'refused' }
  /** Still unknown after waiting. */
  | { readonly is: 'unknown'; readonly again: () => void };

/** docs/product.md, Billing */
const WAIT_MS = 60_000;
/** Reports a refusal only after the server had this many polls to contradict it. */
const LOOKS_AFTER_REFUSAL = 2;
const STEP_MS = 1_000;
const MAX_STEP_MS = 5_000;

/**
 * Polls until a payment succeeds, at most a minute.
 * @param wasRefused the bank reportedly refused; the server may contradict it
 */
export function useOutcome(purchase: Purchase | undefined, wasRefused: boolean): Outcome {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>({ is: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isGone = false;
    const again = () => {
      setOutcome({ is: 'waiting' });
      setAttempt((before) => before + 1);
    };
    const look = async () => {
      const until = performance.now() + WAIT_MS;
      for (let looks = 1; ; looks++) {
        const billing = await syncBilling().catch((error: unknown) => {
          // A temporary failure says nothing about the payment.
          const { status } = toFailure(error);
          if (status !== 0 && status < 500) throw error;
          return undefined;
        });
        if (isGone) return;
        if (billing !== undefined) queryClient.setQueryData(billingQuery.queryKey, billing);
        if (billing !== undefined && isPaidFor(purchase, billing)) {
          if (billing.creditsComing === 0) {
            setOutcome({ is: 'paid', credits: billing.credits });
            return;
          }
          setOutcome({ is: 'crediting' });
        }
        if (billing !== undefined && wasRefused && looks >= LOOKS_AFTER_REFUSAL) {
          setOutcome({ is: 'refused' });
          return;
        }
        if (performance.now() > until) break;
        await new Promise((resolve) => setTimeout(resolve, Math.min(STEP_MS * looks, MAX_STEP_MS)));
        if (isGone) return;
      }
      setOutcome({ is: 'unknown', again });
    };
    look().catch(() => {
      if (!isGone) setOutcome({ is: 'unknown', again });
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [attempt, purchase, wasRefused, queryClient]);
  return outcome;
}
