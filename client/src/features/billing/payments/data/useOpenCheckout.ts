import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { useEffect, useState } from 'react';
import { useFailureToast } from '../../../../ui/toasts/useFailureToast.ts';
import { openCheckout } from './open-checkout.ts';

/** Opens a checkout; busy until the page is left, or the attempt failed. */
export function useOpenCheckout(): { readonly open: (price: PriceAnswer) => Promise<void>; readonly busy: boolean } {
  const failureToast = useFailureToast();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // The browser's way back shows the page as it was left.
    const rest = () => setBusy(false);
    addEventListener('pageshow', rest);
    return () => removeEventListener('pageshow', rest);
  }, []);
  const open = async (price: PriceAnswer) => {
    setBusy(true);
    await openCheckout(price).catch((error: unknown) => {
      failureToast(error);
      setBusy(false);
    });
  };
  return { open, busy };
}
