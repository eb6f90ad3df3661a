import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { isPackPrice, type PriceName } from '@clearcut/schemas/subscription/prices';

export type PlanState =
  | 'none'
  | 'pending'
  | 'expired'
  | 'trial'
  | 'trialCancelled'
  | 'trialEnded'
  | 'active'
  | 'cancelledLater'
  | 'changesLater'
  | 'paymentFailed'
  | 'requiresAction'
  | 'cancelled'
  | 'disputed';

export interface PlanView {
  readonly state: PlanState;
  /** Running or to be paid; null without a plan. */
  readonly price: PriceName | null;
  /** End of a trial, period or plan. */
  readonly at: string | null;
  /** The next automatic payment. */
  readonly next: { readonly price: PriceName; readonly at: string } | null;
  /** Another payment, e.g. for a larger plan, waits for the bank. */
  readonly isConfirming: boolean;
}

export function planViewOf({ subscriptionInfo: info, paymentInfo }: BillingInfo): PlanView {
  const payment = paymentInfo?.status ?? null;
  const isConfirming = payment === 'pending';
  const over = { price: null, at: null, next: null, isConfirming } as const;
  if (info === null) return { state: 'none', ...over };
  const { status, price, periodEnd, trialEnd, activeUntil, scheduled } = info;
  const owed = paymentInfo?.due?.price ?? null;
  const isOfPack = owed !== null && isPackPrice(owed);
  const isRefused = !isOfPack && (payment === 'requires_action' || payment === 'failed');
  const refused = payment === 'requires_action' ? 'requiresAction' : 'paymentFailed';
  switch (status) {
    case 'pending':
      return { ...over, state: 'pending', price };
    case 'incomplete_expired':
      return { ...over, state: isConfirming ? 'none' : 'expired' };
    case 'trial_ended':
      return { ...over, state: 'trialEnded' };
    case 'canceled':
      return { ...over, state: payment === 'disputed' ? 'disputed' : 'cancelled' };
    case 'past_due':
    case 'unpaid':
      return { ...over, state: refused, price };
    case 'trialing':
    case 'active':
      break;
  }
  const isTrial = status === 'trialing';
  const end = isTrial ? trialEnd : periodEnd;
  const running = { price: isTrial ? ('trial' as const) : price, isConfirming };
  if (activeUntil !== null) {
    return { ...running, state: isTrial ? 'trialCancelled' : 'cancelledLater', at: activeUntil, next: null };
  }
  if (scheduled !== null) {
    return { ...running, state: 'changesLater', at: scheduled.at, next: { price: scheduled.price, at: scheduled.at } };
  }
  const next = price === null || end === null ? null : { price, at: end };
  // The plan runs on, e.g. when the bank refused a larger one.
  if (isRefused) return { ...running, state: refused, at: end, next };
  return { ...running, state: isTrial ? 'trial' : 'active', at: end, next };
}
