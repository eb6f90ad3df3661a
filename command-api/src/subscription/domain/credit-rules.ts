import type { InvoiceFacts, Snapshot } from '@clearcut/platform/payments/port';
import type { Plan } from '@clearcut/schemas/constants';
import type { INVOICE_REASONS } from '@clearcut/schemas/subscription/events';
import {
  isPackPrice,
  isPlanPrice,
  PACK_CREDITS,
  PLAN_CREDITS,
  PLAN_OF_PRICE,
  type PriceName,
} from '@clearcut/schemas/subscription/prices';
import { monthBefore } from './months.ts';

export interface Purchase {
  readonly reason: (typeof INVOICE_REASONS)[number];
  readonly plan: Plan | null;
  readonly credits: number;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Reads lines, not the reason: a manual invoice with our prices counts too. The snapshot shows a plan change's period.
 */
export function purchaseOf(invoice: InvoiceFacts, snapshot: Snapshot): Purchase {
  const { lines, createdAt, subscriptionId } = invoice;
  const at = invoice.paidAt ?? createdAt;
  const planLine = lines.find(({ price, isProration }) => planOf(price) !== null && !isProration);
  if (lines.some(({ price, amount }) => price === 'trial' && amount > 0)) {
    const { from, to } = planLine ?? { from: at, to: at };
    return { reason: 'trial', plan: 'trial', credits: PLAN_CREDITS.trial, from, to };
  }
  const prorated = proratedCredits(invoice, snapshot);
  if (planLine !== undefined && planLine.amount > 0) {
    const plan = planOf(planLine.price);
    const isFirst = !snapshot.invoices.some(
      (other) => other.subscriptionId === subscriptionId && other.status === 'paid' && other.createdAt < createdAt,
    );
    const credits = (plan === null ? 0 : PLAN_CREDITS[plan]) + prorated.credits;
    return { reason: isFirst ? 'start' : 'renewal', plan, credits, from: planLine.from, to: planLine.to };
  }
  if (prorated.to !== null) {
    return {
      reason: 'upgrade',
      plan: planOf(prorated.to),
      credits: prorated.credits,
      from: prorated.from,
      to: prorated.until,
    };
  }
  const packs = lines.reduce((sum, line) => sum + packCreditsOf(line), 0);
  return { reason: packs > 0 ? 'pack' : 'other', plan: null, credits: packs, from: at, to: at };
}

const packCreditsOf = ({ price, amount }: InvoiceFacts['lines'][number]): number =>
  price !== null && isPackPrice(price) && amount > 0 ? PACK_CREDITS[price] : 0;

/** The price charged. A trial's first invoice names its plan too, for nothing. */
export function priceOf({ lines }: Pick<InvoiceFacts, 'lines'>): PriceName | null {
  return lines.findLast(({ price, amount }) => price !== null && amount > 0)?.price ?? null;
}

const planOf = (price: PriceName | null): Plan | null =>
  price !== null && isPlanPrice(price) ? PLAN_OF_PRICE[price] : null;

const creditsOf = (price: PriceName | null): number => {
  const plan = planOf(price);
  return plan === null ? 0 : PLAN_CREDITS[plan];
};

const seconds = (a: Date, b: Date): bigint => BigInt(Math.round((b.getTime() - a.getTime()) / 1000));

/**
 * ceil((new - old) * (end - change) / (end - start)), in whole seconds. The full difference would grant a month's
 * credits for a day's price on the last day.
 */
export function upgradeCredits(
  { from, to }: { readonly from: number; readonly to: number },
  { start, change, end }: { readonly start: Date; readonly change: Date; readonly end: Date },
): number {
  const length = seconds(start, end);
  const left = seconds(change, end);
  if (to <= from || length <= 0n || left <= 0n) return 0;
  return Number((BigInt(to - from) * left + length - 1n) / length);
}

function proratedCredits(
  { lines, subscriptionId }: InvoiceFacts,
  { invoices, subscriptions }: Snapshot,
): { readonly credits: number; readonly to: PriceName | null; readonly from: Date; readonly until: Date } {
  const prorations = lines.filter(({ isProration, price }) => isProration && planOf(price) !== null);
  const nothing = { credits: 0, to: null, from: new Date(0), until: new Date(0) };
  const end = prorations.find(({ amount }) => amount > 0)?.to;
  if (end === undefined) return nothing;
  const starts = [
    ...invoices
      .filter((other) => other.subscriptionId === subscriptionId)
      .flatMap((other) => other.lines)
      .filter(({ isProration, to, price }) => !isProration && planOf(price) !== null && isSame(to, end))
      .map(({ from }) => from),
    ...subscriptions
      .filter(({ id, periodEnd }) => id === subscriptionId && isSame(periodEnd, end))
      .map((one) => one.periodStart),
  ];
  // Without the period's invoice, such as for very old ones, assumes a month.
  const start = starts[0] ?? monthBefore(end);
  // One invoice may bill several changes made elsewhere.
  const changes = [...Map.groupBy(prorations, ({ from }) => from.getTime()).values()].flatMap((lines) => {
    const taken = lines.find(({ amount }) => amount < 0);
    const given = lines.find(({ amount }) => amount > 0);
    return taken === undefined || given === undefined ? [] : [{ given, from: creditsOf(taken.price) }];
  });
  const last = changes.toSorted((a, b) => a.given.from.getTime() - b.given.from.getTime()).at(-1)?.given;
  if (last === undefined) return nothing;
  const credits = changes.reduce((sum, { given, from }) => {
    const [period, to] = [{ start, change: given.from, end }, creditsOf(given.price)];
    return sum + upgradeCredits({ from, to }, period) - upgradeCredits({ from: to, to: from }, period);
  }, 0);
  return { credits: Math.max(0, credits), to: last.price, from: last.from, until: end };
}

const isSame = (a: Date, b: Date): boolean => a.getTime() === b.getTime();

export const shareOf = (credits: number, amount: number, of: number): number =>
  of <= 0 ? 0 : Math.min(credits, Math.floor((credits * amount) / of));
