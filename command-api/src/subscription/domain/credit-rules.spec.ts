import { PLAN_CREDITS } from '@clearcut/schemas/subscription/prices';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InvoiceLineFacts } from '@clearcut/platform/payments/port';
import { paidInvoice } from '../testing/paid-invoice.ts';
import { purchaseOf, shareOf, upgradeCredits } from './credit-rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const start = new Date('2026-04-01T00:00:00Z');
const end = new Date(start.getTime() + 30 * DAY_MS);
const after = (days: number): Date => new Date(start.getTime() + days * DAY_MS);

test.for([
  [0, 4_800],
  [15, 2_400],
  [29, 160],
  [30, 0],
])('on day %d of 30 an upgrade from Starter to Ultimate gives %d credits', ([day = 0, credits]) => {
  const plans = { from: PLAN_CREDITS.starter, to: PLAN_CREDITS.ultimate };
  expect(upgradeCredits(plans, { start, change: after(day), end })).toBe(credits);
});

test('a downgrade and an empty period give nothing', () => {
  expect(upgradeCredits({ from: 500, to: 200 }, { start, change: start, end })).toBe(0);
  expect(upgradeCredits({ from: 200, to: 500 }, { start, change: start, end: start })).toBe(0);
});

test('upgrades never give more than the top plan, however often a plan changes within a period', () => {
  const steps = fc.array(
    fc.record({ to: fc.constantFrom(...Object.values(PLAN_CREDITS)), second: fc.nat(30 * 86_400) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(steps, (changes) => {
      let plan = PLAN_CREDITS.starter;
      let credits: number = PLAN_CREDITS.starter;
      for (const { to, second } of changes.toSorted((a, b) => a.second - b.second)) {
        if (to <= plan) continue;
        const change = new Date(start.getTime() + second * 1000);
        credits += upgradeCredits({ from: plan, to }, { start, change, end });
        plan = to;
      }
      // Each upgrade rounds up by less than one credit.
      expect(credits).toBeLessThanOrEqual(PLAN_CREDITS.ultimate + changes.length);
    }),
  );
});

test('refunds of a payment take at most its credits in total', () => {
  expect(shareOf(200, 1450, 2900)).toBe(100);
  expect(shareOf(200, 2900, 2900)).toBe(200);
  expect(shareOf(200, 1, 2900)).toBe(0);
  expect(shareOf(200, 9_999, 2900)).toBe(200);
  expect(shareOf(0, 1, 0)).toBe(0);
});

test('regression: an invoice for several changes of plan grants the credits of each', () => {
  const change = (day: number, from: 'starter' | 'pro', to: 'pro' | 'business'): InvoiceLineFacts[] => {
    const line = { isProration: true, from: after(day), to: end };
    return [
      { ...line, price: from, amount: -1_000 },
      { ...line, price: to, amount: 2_000 },
    ];
  };
  const lines = [...change(10, 'starter', 'pro'), ...change(20, 'pro', 'business')];
  const invoice = paidInvoice(after(20), { total: 2_000, lines });
  const month = { price: 'starter', amount: 2_900, isProration: false, from: start, to: end } as const;
  const before = paidInvoice(start, { id: 'in_0', lines: [month] });
  const bought = purchaseOf(invoice, { currency: 'usd', subscriptions: [], invoices: [before, invoice] });
  // 300 more for 20 days of 30, then 500 more for 10.
  expect(bought).toMatchObject({ reason: 'upgrade', plan: 'business', credits: 200 + 167 });
});
