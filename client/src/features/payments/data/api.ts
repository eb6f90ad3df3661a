import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type {
  Currencies,
  Intent,
  Invoice,
  NextAction,
  PaymentConfig,
  PaymentMethod,
  PaymentStep,
  PriceAnswer,
  SubscriptionInfo,
} from '@clearcut/schemas/subscription/http';
import { getClientId } from '../../../lib/http/client-id.ts';
import { request, requestJson } from '../../../lib/http/request.ts';

export interface Order {
  readonly priceId: string;
  readonly currency: string;
}

const post = <T>(path: string, json?: object): Promise<T> =>
  requestJson(`/api/stripe/${path}/`, { method: 'POST', json });

export const getConfig = (signal: AbortSignal) => requestJson<PaymentConfig>('/api/stripe/config/', { signal });

/** @param currency undefined: that of the person's country, as detected by the server */
export function getPrices(currency: string | undefined, signal: AbortSignal): Promise<PriceAnswer[]> {
  return requestJson(`/api/stripe/prices/${currency === undefined ? '' : `?currency=${currency}`}`, { signal });
}

export const getCurrencies = (signal: AbortSignal) => requestJson<Currencies>('/api/stripe/currencies/', { signal });

export const getNextAction = (priceId: string, signal: AbortSignal) =>
  requestJson<NextAction>(`/api/stripe/subscription/next-action/?priceId=${encodeURIComponent(priceId)}`, { signal });

export const createIntent = (order: Order) => post<Intent>('create-intent', order);

export const subscribe = (order: Order, paymentMethodId: string) =>
  // The browser's id stands for the device, since trials are limited per device too.
  post<PaymentStep>('subscribe', { ...order, paymentMethodId, deviceFingerprint: getClientId() });

export function switchPlan(priceId: string, prorationDate: string | undefined): Promise<PaymentStep> {
  return requestJson('/api/stripe/subscription/switch/', { method: 'PATCH', json: { priceId, prorationDate } });
}

export const finalizeTrial = () => post<PaymentStep>('finalize-trial');
export const retryPayment = (invoiceId: string) => post<PaymentStep>('subscription/retry', { invoice_id: invoiceId });
/** `attemptId`: a repeat with it buys nothing more. */
export const buyPack = (order: Order, paymentMethodId: string, attemptId: string) =>
  post<PaymentStep>('buy-credits', { ...order, paymentMethodId, attemptId });
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

/** Makes the server check with the payment provider, and returns the resulting state. */
export async function syncBilling(): Promise<BillingInfo> {
  await request('/api/stripe/sync/', { method: 'POST' });
  return requestJson('/api/billing');
}
