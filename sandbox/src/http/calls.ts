import type { Call } from './call.ts';
import { customerCalls } from './customer-calls.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { subscriptionCalls } from './subscription-calls.ts';

/**
 * The calls of Stripe's API that the product makes about a customer, each with the parameters that it takes. Any other address or
 * parameter is refused, as Stripe refuses what it does not know.
 */
export const calls: readonly Call[] = [...customerCalls, ...subscriptionCalls, ...invoiceCalls];
