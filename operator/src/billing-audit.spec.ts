import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';
import { expect, test } from 'vitest';
import { BillingAudit } from './billing-audit.ts';

const teamId = '5b0e6a52-9b2d-4d5c-8f0a-1d2e3f405161';
const at = '2026-01-01T00:00:00.000Z';
const line = { teamId, balance: 0, expiring: 0 };

const paid = (invoiceId: string, credits = 200): SubscriptionEvent => ({
  type: 'InvoicePaid',
  data: {
    teamId,
    invoiceId,
    subscriptionId: 'sub_1',
    reason: 'start',
    plan: 'starter',
    credits,
    periodStart: at,
    periodEnd: at,
    currency: 'usd',
    total: 2900,
    paidAt: at,
  },
});
const granted = (paymentId: string, credits = 200): CreditPoolEvent => ({
  type: 'CreditsGranted',
  data: { ...line, credits, cause: { kind: 'payment', paymentId, periodStart: at, periodEnd: at } },
});
const pack = (paymentId: string, credits: number): CreditPoolEvent => ({
  type: 'CreditsGranted',
  data: { ...line, credits, cause: { kind: 'pack', paymentId } },
});
const refunded = (refundId: string, credits: number): SubscriptionEvent => ({
  type: 'PaymentRefunded',
  data: { teamId, invoiceId: 'in_1', refundId, amount: 1, of: 1, credits, isPack: false },
});
const clawedBack = (clawbackId: string, credits: number): CreditPoolEvent => ({
  type: 'CreditsClawedBack',
  data: { ...line, credits, missing: 0, reason: 'refunded', ofExpiring: credits, clawbackId, paymentId: 'in_1' },
});
const returned = (clawbackId: string, credits: number): CreditPoolEvent => ({
  type: 'CreditsGranted',
  data: { ...line, credits, cause: { kind: 'returned', clawbackId } },
});

function wrongWith(...events: (SubscriptionEvent | CreditPoolEvent)[]): string[] {
  const audit = new BillingAudit();
  for (const event of events) audit.add(event);
  return audit.end();
}

test.for([
  ['nothing was paid', []],
  ['a payment was granted', [paid('in_1'), granted('in_1')]],
  ['a payment without credits was granted nothing', [paid('in_1', 0)]],
  ['part of a payment was taken back', [paid('in_1'), granted('in_1'), refunded('re_1', 50), clawedBack('re_1', 50)]],
  [
    'refunded credits came back, and another refund took them',
    [
      paid('in_1'),
      granted('in_1'),
      refunded('re_1', 200),
      clawedBack('re_1', 200),
      returned('re_1', 200),
      refunded('re_2', 200),
      clawedBack('re_2', 200),
    ],
  ],
] as const)('finds nothing wrong when %s', ([, events]) => {
  expect(wrongWith(...events)).toEqual([]);
});

test.for([
  ['a payment has no grant', [paid('in_1')], 'pays for 200 credits, and 0 were granted'],
  ['a payment has too small a grant', [paid('in_1'), granted('in_1', 100)], 'and 100 were granted'],
  ['a payment has two grants', [paid('in_1'), granted('in_1'), granted('in_1')], 'and 400 were granted'],
  ["a plan's credits would outlive it", [paid('in_1'), pack('in_1', 200)], "though a pack's do not"],
  ['a pack has no payment', [pack('in_1', 10)], 'credits were granted for in_1, which was not paid'],
  ['a grant has no payment', [granted('in_1')], 'credits were granted for in_1, which was not paid'],
  [
    'more was taken than granted',
    [paid('in_1'), granted('in_1'), clawedBack('re_1', 150), clawedBack('re_2', 150)],
    '300 credits were taken back of 200',
  ],
  [
    'nothing was taken for a refund',
    [paid('in_1'), granted('in_1'), refunded('re_1', 50)],
    'nothing was taken back for re_1',
  ],
] as const)('reports when %s', ([, events, report]) => {
  expect(wrongWith(...events)).toEqual([expect.stringContaining(report)]);
});
