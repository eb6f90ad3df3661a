import type { Stripe } from 'stripe';
import type { PaymentProvider } from '../port.ts';
import { cancelNow, keyOf, PAYABLE, payable } from './changes.ts';
import { unless } from './errors.ts';
import { payingMethodOf } from './payment-methods.ts';
import { intentsOf } from './snapshot.ts';
import { confirm, SUCCEEDED } from './steps.ts';

const METHODS: Stripe.SubscriptionCreateParams.PaymentSettings.PaymentMethodType[] = ['card', 'paypal'];

type Purchases = Pick<PaymentProvider, 'subscribe' | 'buy' | 'pay' | 'refund' | 'withdraw'>;

interface PurchaseOptions {
  readonly automaticTax: boolean;
  /** Where banks return to. */
  readonly returnUrl: () => string;
}

export function purchasesOf(stripe: Stripe, { automaticTax, returnUrl }: PurchaseOptions): Purchases {
  const tax = { automatic_tax: { enabled: automaticTax } };
  return {
    async subscribe({ customerId, teamId, attemptId, currency, paymentMethodId, priceId, trial }) {
      const subscription = await stripe.subscriptions.create(
        {
          customer: customerId,
          currency,
          items: [{ price: priceId }],
          ...(trial === null
            ? {}
            : {
                trial_period_days: trial.days,
                add_invoice_items: [{ price: trial.priceId }],
                trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
              }),
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: METHODS },
          billing_mode: { type: 'flexible' },
          metadata: { teamId, attemptId },
          expand: PAYABLE,
          ...tax,
        },
        keyOf(attemptId, 'subscribe'),
      );
      return confirm(stripe, payable(subscription), paymentMethodId, returnUrl());
    },
    async buy({ customerId, teamId, attemptId, currency, paymentMethodId, priceId }) {
      const draft = await stripe.invoices.create(
        {
          customer: customerId,
          currency,
          pending_invoice_items_behavior: 'exclude',
          auto_advance: false,
          metadata: { teamId, attemptId },
          ...tax,
        },
        keyOf(attemptId, 'invoice'),
      );
      if (draft.status === 'draft') {
        await stripe.invoices.addLines(
          draft.id,
          { lines: [{ pricing: { price: priceId }, quantity: 1 }] },
          keyOf(attemptId, 'lines'),
        );
      }
      const invoice = await stripe.invoices.finalizeInvoice(
        draft.id,
        { expand: ['confirmation_secret'] },
        keyOf(attemptId, 'finalize'),
      );
      return confirm(
        stripe,
        invoice,
        paymentMethodId ?? (await payingMethodOf(stripe, customerId)) ?? undefined,
        returnUrl(),
      );
    },
    async pay(invoiceId, paymentMethodId) {
      const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
      if (invoice.status === 'paid') return SUCCEEDED;
      const customer = typeof invoice.customer === 'string' ? invoice.customer : invoice.customer?.id;
      const standard = customer === undefined ? null : await payingMethodOf(stripe, customer);
      return confirm(stripe, invoice, paymentMethodId ?? standard ?? undefined, returnUrl());
    },
    async refund(invoiceId) {
      const [intent] = intentsOf(await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
      if (intent === undefined) throw new Error(`${invoiceId} was not paid by a payment that could be given back`);
      await stripe.refunds
        .create({ payment_intent: intent }, keyOf(invoiceId, 'refund'))
        .catch(unless('charge_already_refunded'));
    },
    async withdraw({ invoiceId, subscriptionId }) {
      // A paid invoice cannot be voided: people keep what they paid for in another tab.
      const { status } = await stripe.invoices.voidInvoice(invoiceId).catch(() => stripe.invoices.retrieve(invoiceId));
      if (status !== 'void') return false;
      if (subscriptionId !== null) await cancelNow(stripe, subscriptionId);
      return true;
    },
  };
}
