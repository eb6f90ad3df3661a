import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { PRICE_NAMES } from '@clearcut/schemas/subscription/prices';
import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

const purchaseSchema = z.object({
  /** `plan`: a subscription or a larger plan; `retry`: the open payment of a running one. */
  kind: z.enum(['plan', 'retry']),
  priceName: z.enum(PRICE_NAMES).nullable(),
  priceId: z.string().nullable(),
  /** Local path. */
  goTo: z.string().nullable(),
});

/** The purchase under way, kept across a bank's page. Decides what to wait for, never whether it was paid. */
export type Purchase = z.infer<typeof purchaseSchema>;

/** Longest stay at a bank. */
const KEPT_MINUTES = 60;

export function rememberPurchase(purchase: Purchase): void {
  writeStored('purchase', JSON.stringify(purchase), { minutes: KEPT_MINUTES });
}

export function rememberedPurchase(): Purchase | undefined {
  try {
    return purchaseSchema.parse(JSON.parse(readStored('purchase') ?? ''));
  } catch {
    return undefined;
  }
}

/** The log shows the payment; its credits may still be coming. */
export function isPaidFor(
  purchase: Purchase | undefined,
  { credits, creditsComing, paymentInfo, subscriptionInfo }: BillingInfo,
): boolean {
  if (subscriptionInfo === null || paymentInfo?.status !== 'paid') return false;
  const { status, price } = subscriptionInfo;
  if (status !== 'active' && status !== 'trialing') return false;
  if (purchase?.kind !== 'plan') return true;
  if (credits + creditsComing === 0) return false;
  return purchase.priceName === 'trial' ? status === 'trialing' : status === 'active' && price === purchase.priceName;
}
