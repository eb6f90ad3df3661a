import type { Call } from './call.ts';
import { customerCalls } from './customer-calls.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { subscriptionCalls } from './subscription-calls.ts';

/**
 * The product's Stripe calls about a customer, with their parameters. Refuses any other address or parameter, like
 * Stripe.
 */
export const calls: readonly Call[] = [...customerCalls, ...subscriptionCalls, ...invoiceCalls];
