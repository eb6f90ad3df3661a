import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { PRICE_NAMES } from '@clearcut/schemas/subscription/prices';
import { z } from 'zod';
import { readStored, writeStored } from '../../../../lib/storage/storage.ts';

const purchaseSchema = z.object({
  /** `plan`: a subscription or a larger plan; `pack`: credits; `retry`: the open payment of a running one. */
  kind: z.enum(['plan', 'pack', 'retry']),
  priceName: z.enum(PRICE_NAMES).nullable(),
  priceId: z.string().nullable(),
  /** Local path. */
  goTo: z.string().nullable(),
  /** Packs that were paid for before this one. */
  packsBefore: z.int().default(0),
});

/** The purchase under way, kept across a bank's page. Decides what to wait for, never whether it was paid. */
export type Purchase = z.infer<typeof purchaseSchema>;
export type NewPurchase = z.input<typeof purchaseSchema>;

/** Longest stay at a bank. */
const EXPIRY_MINUTES = 60;

export function rememberPurchase(purchase: NewPurchase): void {
  writeStored('purchase', JSON.stringify(purchase), { minutes: EXPIRY_MINUTES });
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
  { credits, creditsComing, packs, paymentInfo, subscriptionInfo }: BillingInfo,
): boolean {
  if (purchase?.kind === 'pack') return packs > purchase.packsBefore;
  if (purchase?.kind === 'retry' && paymentInfo?.status === 'paid' && subscriptionInfo === null) return true;
  if (subscriptionInfo === null || paymentInfo?.status !== 'paid') return false;
  const { status, price } = subscriptionInfo;
  if (status !== 'active' && status !== 'trialing') return false;
  if (purchase?.kind !== 'plan') return true;
  if (credits + creditsComing === 0) return false;
  return purchase.priceName === 'trial' ? status === 'trialing' : status === 'active' && price === purchase.priceName;
}
