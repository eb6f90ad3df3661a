import type { ComponentType, Ref } from 'react';

export type Purpose =
  | { readonly kind: 'pay'; readonly amount: number; readonly currency: string }
  /** Stores a payment method, by the secret of a setup. */
  | { readonly kind: 'keep'; readonly clientSecret: string };

export interface PaymentFormHandle {
  /**
   * Hands the input to the payment provider.
   * @returns the provider's id of the payment method; undefined when the form reports something missing
   * @throws Failure when the provider refused it
   */
  readonly take: () => Promise<string | undefined>;
}

export interface PaymentFieldsProps {
  readonly purpose: Purpose;
  readonly publishableKey: string;
  /** Null until the fields are ready. */
  readonly handle: Ref<PaymentFormHandle>;
}

export interface Confirmation {
  readonly clientSecret: string;
  readonly redirectUrl: string | null;
  readonly publishableKey: string;
  /** Where the bank's page returns to. */
  readonly returnUrl: string;
}

/** Card numbers go from the browser to the payment provider, never through our server. */
export interface PaymentFormAdapter {
  readonly Fields: ComponentType<PaymentFieldsProps>;
  /**
   * Confirms a payment with the bank or PayPal. Never resolves when the browser leaves for that.
   * @throws Failure when it was not confirmed
   */
  readonly confirm: (confirmation: Confirmation) => Promise<void>;
}
