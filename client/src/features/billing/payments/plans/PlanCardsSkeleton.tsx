import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { PLAN_CREDITS, PLAN_OF_PRICE, type PlanPriceName } from '@clearcut/schemas/subscription/prices';
import Skeleton from '@mui/material/Skeleton';
import { PlanCards } from './PlanCards.tsx';

/** As long as the amounts of most installations. */
const AMOUNTS: Readonly<Record<PlanPriceName, number>> = {
  starter: 2900,
  pro: 5900,
  business: 9900,
  enterprise: 16900,
  ultimate: 29900,
};
const plans = Object.keys(AMOUNTS) as PlanPriceName[];
const PRICES: readonly PriceAnswer[] = [
  { name: 'trial', plan: 'trial', credits: PLAN_CREDITS.trial, unitAmount: 100, interval: null } as const,
  ...plans.map((name) => {
    const plan = PLAN_OF_PRICE[name];
    return { name, plan, credits: PLAN_CREDITS[plan], unitAmount: AMOUNTS[name], interval: 'month' } as const;
  }),
].map((price) => ({ ...price, id: price.name, currency: 'usd', active: true }));

/** Reserves the cards' space, invisibly, until prices are known. */
export function PlanCardsSkeleton({ label }: { readonly label: string }) {
  return (
    <Skeleton variant="rounded" component="div" aria-label={label} sx={{ maxWidth: 'none' }}>
      <PlanCards prices={PRICES} hasTrial busy onChoose={() => undefined} />
    </Skeleton>
  );
}
