import type { InvoiceFacts } from '@clearcut/platform/payments/port';
import { expect, test } from 'vitest';
import { paidInvoice } from './testing/paid-invoice.ts';
import { paymentStatusOf } from './invoices.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const refund = (amount: number, hasFailed = false) => ({ id: `re_${amount}`, amount, of: 2900, hasFailed, at: AT });
const dispute = (outcome: 'open' | 'won' | 'lost') => ({ id: 'dp_1', amount: 2900, of: 2900, outcome, at: AT });

const PAID = paidInvoice(AT, { number: 'A-1' });

test.each<[string, Partial<InvoiceFacts>]>([
  ['paid', {}],
  ['paid', { refunds: [refund(2900, true)] }],
  ['paid', { disputes: [dispute('won')] }],
  ['partially_refunded', { refunds: [refund(1), refund(2898)] }],
  ['refunded', { refunds: [refund(1450), refund(1450)] }],
  ['disputed', { disputes: [dispute('open')], refunds: [refund(1450)] }],
  ['disputed', { disputes: [dispute('lost')] }],
  ['pending', { status: 'open' }],
  ['processing', { status: 'open', isProcessing: true }],
  ['requires_action', { status: 'open', hasFailed: true }],
  ['requires_action', { status: 'open', needsAction: true }],
  ['canceled', { status: 'void' }],
  ['canceled', { status: 'uncollectible' }],
])('a payment is %s', (status, facts) => {
  expect(paymentStatusOf({ ...PAID, ...facts })).toBe(status);
});
