import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { toFailure } from '../../../../lib/errors/failure.ts';
import { useSiteFacts } from '../../../../lib/site/facts.ts';
import { useSession } from '../../../auth/session/useSession.ts';
import { useBilling } from '../../../pictures/saves/useCredits.ts';
import { shownCurrency } from './currency.ts';
import { pricesQuery } from './queries.ts';

export interface Prices {
  readonly prices: readonly PriceAnswer[] | undefined;
  readonly currency: string | undefined;
  /** Fixed by a running subscription until it ends. */
  readonly isLocked: boolean;
  /** This installation takes no payments; retrying is useless. */
  readonly isNothingSold: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Prices in the currency of the subscription, else the account's, else the chosen one, else that of the country. */
export function usePrices(): Prices {
  const shown = useSyncExternalStore(shownCurrency.subscribe, shownCurrency.get, () => undefined);
  const chosen = useSession().profile?.currency ?? shown;
  const { data: billing } = useBilling();
  const locked = billing?.subscriptionInfo?.currency ?? undefined;
  const isLocked = locked !== undefined && billing?.subscriptionInfo?.status !== 'pending';
  const { sold } = useSiteFacts();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...pricesQuery(isLocked ? locked : chosen),
    placeholderData: (before) => before ?? sold?.prices,
    enabled: sold !== null,
  });
  const detected = data?.[0]?.currency;
  useEffect(() => {
    // A discontinued currency is answered in another, which is then shown.
    if (detected !== undefined && !isPlaceholderData && !isLocked) shownCurrency.keep(detected);
  }, [detected, isPlaceholderData, isLocked]);
  const isNothingSold =
    sold === null || (data === undefined && error !== null && toFailure(error).code === 'nothing_sold');
  return { prices: data, currency: detected, isLocked, isNothingSold, error, refetch };
}
