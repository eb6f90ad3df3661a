import type { PaymentStep } from '@clearcut/schemas/subscription/http';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../lib/errors/failure.ts';
import { rememberPurchase, type Purchase } from './data/purchase.ts';
import { adapterQuery } from './form/adapter-query.ts';

/** Where a bank leads back to, and where what became of a payment is told. */
const RETURN_PATH = '/app/checkout/return';

export interface Pay {
  readonly busy: boolean;
  /** Why the last try did not work, until the next one. */
  readonly failure: Failure | undefined;
  /**
   * Makes a payment and then goes to the page that waits until it is true. Asked again meanwhile, it does nothing.
   * @param begin undefined from it: there was nothing to send
   */
  readonly pay: (purchase: Purchase, begin: () => Promise<PaymentStep | undefined>) => Promise<void>;
}

/** One payment, from the press to the bank's question. Whether it succeeded is never taken from here: the next page asks the server. */
export function usePay(): Pay {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);

  const pay: Pay['pay'] = useCallback(
    async (purchase, begin) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        // Before the provider is asked: the browser may be led away, or reloaded, at any moment after.
        rememberPurchase(purchase);
        const step = await begin();
        if (step !== undefined) {
          await confirmed(step);
          // The page that took the payment leaves the history: going back to it would ask for a second one.
          location.replace(RETURN_PATH);
          return;
        }
      } catch (error) {
        setFailure(toFailure(error));
      }
      running.current = false;
      setBusy(false);

      async function confirmed({ status, clientSecret, redirectUrl }: PaymentStep): Promise<void> {
        if (status !== 'requires_action' || clientSecret === null) return;
        const { adapter, config } = await queryClient.fetchQuery(adapterQuery);
        const returnUrl = new URL(RETURN_PATH, location.href).href;
        await adapter.confirm({ clientSecret, redirectUrl, publishableKey: config.publishableKey, returnUrl });
      }
    },
    [queryClient],
  );
  return { busy, failure, pay };
}
