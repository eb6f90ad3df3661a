import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PlanPriceName, PriceName } from '@clearcut/schemas/subscription/prices';
import type { NextAction, PriceAnswer, SubscriptionInfo } from '@clearcut/schemas/subscription/http';
import { getClientId } from '../../../lib/http/client-id.ts';
import { request, requestJson } from '../../../lib/http/request.ts';

export interface PaymentConfig {
  readonly mode: 'live' | 'test' | 'sandbox';
  readonly publishableKey: string;
}

/** What a payment waits for. */
export interface PaymentStep {
  readonly status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method';
  readonly clientSecret: string | null;
  /** Where the person confirms it with their bank or with PayPal, when the server knows. */
  readonly redirectUrl: string | null;
}

export interface PaymentMethod {
  readonly id: string;
  readonly type: 'card' | 'paypal';
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly isDefault: boolean;
}

export interface Invoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** In minor units. */
  readonly total: number;
  readonly currency: string;
  readonly date: string;
  readonly url: string | null;
  readonly pdf: string | null;
}

export interface Order {
  readonly priceId: string;
  readonly currency: string;
}

const post = <T>(path: string, json?: object): Promise<T> =>
  requestJson(`/api/stripe/${path}/`, { method: 'POST', json });

export const getConfig = (signal: AbortSignal) => requestJson<PaymentConfig>('/api/stripe/config/', { signal });

/** @param currency undefined: that of the country that the server takes the person to be in */
export function getPrices(currency: string | undefined, signal: AbortSignal): Promise<PriceAnswer[]> {
  return requestJson(`/api/stripe/prices/${currency === undefined ? '' : `?currency=${currency}`}`, { signal });
}

export const getCurrencies = (signal: AbortSignal) =>
  requestJson<{ currencies: string[]; default: string }>('/api/stripe/currencies/', { signal });

export const getNextAction = (priceId: string, signal: AbortSignal) =>
  requestJson<NextAction>(`/api/stripe/subscription/next-action/?priceId=${encodeURIComponent(priceId)}`, { signal });

export const createIntent = (order: Order) =>
  post<{ clientSecret: string; intent: 'payment' | 'setup'; priceName: PriceName }>('create-intent', order);

export const subscribe = (order: Order, paymentMethodId: string) =>
  // This browser's own id stands for the device: a trial is one a device, too.
  post<PaymentStep>('subscribe', { ...order, paymentMethodId, deviceFingerprint: getClientId() });

export function switchPlan(priceId: string, prorationDate: string | undefined): Promise<PaymentStep> {
  return requestJson('/api/stripe/subscription/switch/', { method: 'PATCH', json: { priceId, prorationDate } });
}

export const finalizeTrial = () => post<PaymentStep>('finalize-trial');
export const retryPayment = () => post<PaymentStep>('subscription/retry', {});
export const buySupport = () => post<PaymentStep>('charge-support-addon');
export const cancelPlan = (value: string) => post<{ activeUntil: string }>('subscription/cancel', { value });
export const resumePlan = () => post<{ subscriptionInfo: SubscriptionInfo | null }>('subscription/resume');

export const getMethods = (signal: AbortSignal) =>
  requestJson<PaymentMethod[]>('/api/stripe/payment-methods/', { signal });
export const createSetupIntent = (signal: AbortSignal) =>
  requestJson<{ clientSecret: string }>('/api/stripe/setup-intent/', { signal });
export const makeDefault = (id: string) =>
  post<PaymentMethod[]>('set-default-payment-method', { payment_method_id: id });
export function removeMethod(id: string): Promise<PaymentMethod[]> {
  return requestJson('/api/stripe/payment-methods/', { method: 'DELETE', json: { payment_method_id: id } });
}

export const getInvoices = (signal: AbortSignal) => requestJson<Invoice[]>('/api/stripe/invoices/', { signal });
export const openPortal = () => post<{ url: string }>('portal');

/** Has the server ask the payment provider how things stand, and answers with what the log then says. */
export async function syncBilling(): Promise<BillingInfo> {
  await request('/api/stripe/sync/', { method: 'POST' });
  return requestJson('/api/billing');
}

export type { NextAction, PlanPriceName, PriceAnswer, PriceName };
