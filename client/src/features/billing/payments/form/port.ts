import type { ComponentType, Ref } from 'react';

export type Purpose =
  | { readonly kind: 'pay'; readonly amount: number; readonly currency: string }
  /** Stores a method by a setup's secret. */
  | { readonly kind: 'keep'; readonly clientSecret: string };

export interface PaymentFormHandle {
  /**
   * @returns undefined when something is missing
   * @throws Failure when the provider refused it
   */
  readonly take: () => Promise<string | undefined>;
}

export interface PaymentFieldsProps {
  readonly purpose: Purpose;
  readonly publishableKey: string;
  /** Null until ready. */
  readonly handle: Ref<PaymentFormHandle>;
}

export interface Confirmation {
  readonly clientSecret: string;
  readonly redirectUrl: string | null;
  readonly publishableKey: string;
  readonly returnUrl: string;
}

/** Card numbers never pass through our server. */
export interface PaymentFormAdapter {
  readonly Fields: ComponentType<PaymentFieldsProps>;
  /**
   * Never resolves when the browser leaves.
   * @throws Failure
   */
  readonly confirm: (confirmation: Confirmation) => Promise<void>;
}
