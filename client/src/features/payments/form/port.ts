import type { ComponentType, Ref } from 'react';

/** What a form of payment is filled in for. */
export type Purpose =
  | { readonly kind: 'pay'; readonly amount: number; readonly currency: string }
  /** To keep a payment method for later, by the secret of a set-up. */
  | { readonly kind: 'keep'; readonly clientSecret: string };

export interface PaymentFormHandle {
  /**
   * Hands what was filled in to the payment provider.
   * @returns the provider's id of the payment method; undefined when something is missing, which the form then says itself
   * @throws Failure when the provider refused it
   */
  readonly take: () => Promise<string | undefined>;
}

export interface PaymentFieldsProps {
  readonly purpose: Purpose;
  readonly publishableKey: string;
  /** Null until the fields are there. */
  readonly handle: Ref<PaymentFormHandle>;
}

export interface Confirmation {
  readonly clientSecret: string;
  readonly redirectUrl: string | null;
  readonly publishableKey: string;
  /** Address of the page to come back to, where the person leaves for their bank. */
  readonly returnUrl: string;
}

/** How a browser pays: card numbers go from its fields to the payment provider, and never through our server. */
export interface PaymentFormAdapter {
  readonly Fields: ComponentType<PaymentFieldsProps>;
  /**
   * Lets the person confirm a payment with their bank or with PayPal. Does not resolve where the browser leaves for that.
   * @throws Failure when they did not confirm it
   */
  readonly confirm: (confirmation: Confirmation) => Promise<void>;
}
