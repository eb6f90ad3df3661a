import type { PaymentStep } from '@clearcut/schemas/subscription/http';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { type NewPurchase, rememberPurchase } from './data/purchase.ts';
import { adapterQuery } from './form/adapter-query.ts';

/** Banks return here; the page shows the outcome. */
const RETURN_PATH = '/app/checkout/return';

export interface Pay {
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /**
   * Pays, then opens the page that waits for the outcome. Ignored while running.
   * @param begin returns undefined when there was nothing to send
   */
  readonly pay: (purchase: NewPurchase, begin: () => Promise<PaymentStep | undefined>) => Promise<void>;
}

/** One payment up to the bank's challenge. Never decides success: the next page asks the server. */
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
        // Stored first: the browser may leave or reload at any moment after this.
        rememberPurchase(purchase);
        const step = await begin();
        if (step !== undefined) {
          await confirmed(step);
          // Replaces the payment page in the history: going back would request another payment.
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
