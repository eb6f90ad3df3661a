import {
  emit,
  findOrThrow,
  invalid,
  type Invoice,
  type Method,
  missing,
  newId,
  type Payment,
  type Refusal,
  StripeRefusal,
  type World,
} from './model.ts';
import { totalOf } from './money.ts';
import { wasPaid } from './paid.ts';
import { paysUnattended, TEST_METHODS, type TestMethod } from './test-methods.ts';

export const testOf = ({ test }: Pick<Method, 'test'>): TestMethod =>
  (Object.hasOwn(TEST_METHODS, test) ? TEST_METHODS[test] : undefined) ?? { type: 'card', number: '', brand: null };

/** The customer's method, or a Stripe test id, which becomes one. */
export function methodOf(world: World, id: string): Method {
  const own = world.account.methods.find((one) => one.id === id);
  if (own !== undefined) return own;
  const test = id.slice('pm_'.length);
  if (TEST_METHODS[test] === undefined) throw missing('PaymentMethod', id, 'payment_method');
  const method: Method = { id: newId(world, 'pm'), test, created: world.now, attached: false };
  world.account.methods.push(method);
  return method;
}

export function attach(world: World, id: string): Method {
  const method = methodOf(world, id);
  method.attached = true;
  emit(world, 'payment_method.attached', method.id);
  return method;
}

/** Makes a draft final; a zero amount counts as paid. */
export function finalize(world: World, invoice: Invoice): void {
  if (invoice.status !== 'draft') throw invalid('This invoice is already finalized', { code: 'invoice_not_editable' });
  invoice.status = 'open';
  invoice.finalizedAt = world.now;
  invoice.dueAt = null;
  emit(world, 'invoice.finalized', invoice.id);
  if (totalOf(invoice) <= 0) {
    settle(world, invoice);
    return;
  }
  const id = newId(world, 'pi');
  invoice.payment = {
    id,
    secret: `${id}_secret_${invoice.number.replaceAll('-', '')}`,
    status: 'requires_payment_method',
    methodId: null,
    refusal: null,
    returnUrl: null,
    charge: null,
  };
}

function settle(world: World, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.paidAt = world.now;
  invoice.dueAt = null;
  emit(world, 'invoice.paid', invoice.id);
  wasPaid(world, invoice);
}

/** Tries to collect the money. `present`: the user can confirm it. */
export function charge(
  world: World,
  invoice: Invoice,
  methodId: string | null,
  { present, returnUrl = null }: { readonly present: boolean; readonly returnUrl?: string | null },
): void {
  const payment = paymentOf(invoice);
  if (invoice.status !== 'open') throw invalid(`Invoice ${invoice.id} is ${invoice.status}`);
  invoice.attempts += 1;
  if (methodId === null) return refuse(world, invoice, payment, NO_METHOD);
  const method = methodOf(world, methodId);
  const test = testOf(method);
  payment.methodId = method.id;
  payment.returnUrl = returnUrl;
  const failsNext = world.account.failsNext;
  world.account.failsNext = false;
  if (failsNext) return refuse(world, invoice, payment, DECLINED);
  if (test.refusal !== undefined) return refuse(world, invoice, payment, test.refusal);
  if (test.needsPerson === true && (present || !paysUnattended(test))) {
    payment.status = 'requires_action';
    payment.refusal = present ? null : AUTHENTICATE;
    if (!present) emit(world, 'invoice.payment_action_required', invoice.id);
    return;
  }
  succeed(world, invoice, payment, method);
}

/** The user's confirmation at their bank, or its absence. */
export function answerBank(world: World, paymentId: string, isConfirmed: boolean): Payment {
  const { invoice, payment } = paymentBy(world, paymentId);
  if (payment.status !== 'requires_action' || payment.methodId === null) return payment;
  if (isConfirmed) succeed(world, invoice, payment, methodOf(world, payment.methodId));
  else refuse(world, invoice, payment, NOT_CONFIRMED);
  return payment;
}

function succeed(world: World, invoice: Invoice, payment: Payment, method: Method): void {
  payment.status = 'succeeded';
  payment.refusal = null;
  payment.charge = { id: newId(world, 'ch'), created: world.now, amount: totalOf(invoice), refunds: [], dispute: null };
  // The method that pays a subscription is kept for renewals.
  method.attached = true;
  world.account.currency = invoice.currency;
  settle(world, invoice);
  if (testOf(method).isDisputed === true) dispute(world, payment.id);
}

function refuse(world: World, invoice: Invoice, payment: Payment, refusal: Refusal): void {
  payment.status = 'requires_payment_method';
  payment.refusal = refusal;
  emit(world, 'invoice.payment_failed', invoice.id);
}

const NO_METHOD: Refusal = { code: 'missing', declineCode: null, message: 'There is no payment method.' };
const DECLINED: Refusal = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };
const AUTHENTICATE: Refusal = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'This payment has to be confirmed.',
};
const NOT_CONFIRMED: Refusal = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'The payment was not confirmed.',
};

/** Stripe's answer to a call that failed to collect money. */
export function throwRefusal({ refusal, id }: Payment): void {
  if (refusal === null) return;
  const { code, declineCode, message } = refusal;
  throw new StripeRefusal(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode === null ? {} : { decline_code: declineCode }),
    payment_intent: { id, object: 'payment_intent' },
  });
}

const paymentOf = ({ id, payment }: Invoice): Payment => {
  if (payment === null) throw invalid(`Invoice ${id} has nothing to pay`);
  return payment;
};

export function paymentBy({ account }: World, id: string): { readonly invoice: Invoice; readonly payment: Payment } {
  for (const invoice of account.invoices) {
    const { payment } = invoice;
    if (payment !== null && (payment.id === id || payment.charge?.id === id)) return { invoice, payment };
  }
  throw missing('payment_intent', id);
}

/** @throws StripeRefusal when less is left of the charge */
export function refund(world: World, paymentId: string, amount: number, failed = false): void {
  const { charge: taken } = paymentBy(world, paymentId).payment;
  const refunded = taken?.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amount), 0) ?? 0;
  if (taken === null || amount < 1 || refunded + amount > taken.amount) {
    throw invalid('Refund amount is greater than what is left of the charge', { code: 'charge_already_refunded' });
  }
  const id = newId(world, 're');
  taken.refunds.push({ id, created: world.now, amount, failed });
  emit(world, 'refund.created', id);
  emit(world, 'charge.refunded', taken.id);
}

/** The bank returns a refund days later. */
export function failRefund(world: World, chargeId: string, refundId: string): void {
  const { payment } = paymentBy(world, chargeId);
  findOrThrow(payment.charge?.refunds ?? [], refundId, 'refund').failed = true;
  emit(world, 'refund.failed', refundId);
}

export function dispute(world: World, paymentId: string): void {
  const { charge: taken } = paymentBy(world, paymentId).payment;
  if (taken === null || taken.dispute !== null) throw invalid('There is nothing to dispute');
  taken.dispute = { id: newId(world, 'dp'), created: world.now, status: 'needs_response' };
  emit(world, 'charge.dispute.created', taken.dispute.id);
}

export function closeDispute(world: World, paymentId: string, status: 'won' | 'lost'): void {
  const { charge: taken } = paymentBy(world, paymentId).payment;
  if (taken?.dispute?.status !== 'needs_response') throw invalid('There is no open dispute');
  taken.dispute.status = status;
  emit(world, 'charge.dispute.closed', taken.dispute.id);
}
