import { billingContracts } from '@clearcut/schemas/contracts/billing';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { call } from '../../../../lib/contracts/call.ts';
import { getClientId } from '../../../../lib/http/client-id.ts';

export interface Order {
  readonly priceId: string;
  readonly currency: string;
}

/** @param currency undefined: that of the person's country, as detected by the server */
export const getPrices = (currency: string | undefined, signal: AbortSignal): Promise<PriceAnswer[]> =>
  call(subscriptionContracts.prices, { query: currency === undefined ? {} : { currency }, signal });

export const subscribe = (order: Order, paymentMethodId: string) =>
  // The browser's id stands for the device, since trials are limited per device too.
  call(subscriptionContracts.subscribe, { body: { ...order, paymentMethodId, deviceFingerprint: getClientId() } });

/** Makes the server check with the payment provider, and returns the resulting state. */
export async function syncBilling() {
  await call(subscriptionContracts.sync);
  return call(billingContracts.billing);
}
