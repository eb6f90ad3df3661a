import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { PRICE_NAMES } from '@clearcut/schemas/subscription/prices';
import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

const purchaseSchema = z.object({
  /** `plan`: a subscription or a larger plan; `retry`: the open payment of one that runs. */
  kind: z.enum(['plan', 'retry']),
  priceName: z.enum(PRICE_NAMES).nullable(),
  priceId: z.string().nullable(),
  /** A path of ours to go on to. */
  goTo: z.string().nullable(),
});

/** What a person is paying for, kept through a bank's page. It decides what is waited for, never whether it was paid. */
export type Purchase = z.infer<typeof purchaseSchema>;

/** As long as a bank may keep a person. */
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

/** Whether the log says that it was paid for, and its credits are there. */
export function isPaidFor(
  purchase: Purchase | undefined,
  { credits, paymentInfo, subscriptionInfo }: BillingInfo,
): boolean {
  if (subscriptionInfo === null || paymentInfo?.status !== 'paid') return false;
  const { status, price } = subscriptionInfo;
  if (status !== 'active' && status !== 'trialing') return false;
  if (purchase?.kind !== 'plan') return true;
  if (credits === 0) return false;
  return purchase.priceName === 'trial' ? status === 'trialing' : status === 'active' && price === purchase.priceName;
}
