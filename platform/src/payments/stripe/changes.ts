import { CatalogueError } from '@clearcut/schemas/errors';
import type { Stripe } from 'stripe';
import type { PaymentProvider, SubscriptionFacts } from '../port.ts';
import { isOldAnswer, unless } from './errors.ts';
import { OUR_SOURCE } from './names.ts';
import type { PriceList } from './price-list.ts';
import { lineFacts, pricesOf } from './snapshot.ts';
import { stepOfInvoice } from './steps.ts';

export const PAYABLE = ['latest_invoice.confirmation_secret'];

export const keyOf = (attemptId: string, step: string): { readonly idempotencyKey: string } => ({
  idempotencyKey: `cc_${attemptId}_${step}`,
});

type Changes = Pick<
  PaymentProvider,
  'previewSwitch' | 'switchNow' | 'scheduleSwitch' | 'unschedule' | 'cancelAtEnd' | 'resume' | 'cancelNow'
>;

/** Per day. */
const MAX_TRIES = 20;

/** Stripe repeats its answer to a key for a day, refusals included. */
async function unlessRefusedBefore<T>(call: (tries: string) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(tries === 1 ? '' : String(tries));
    } catch (error) {
      if (tries === MAX_TRIES || !isOldAnswer(error)) throw error;
    }
  }
}

export function changesOf(stripe: Stripe, now: PaymentProvider['now'], prices: PriceList): Changes {
  async function releaseOurs({ scheduleId, isOurSchedule }: SubscriptionFacts): Promise<void> {
    if (scheduleId === null) return;
    // An operator's schedule is theirs to undo.
    if (!isOurSchedule) throw new CatalogueError('subscription_scheduled_elsewhere');
    await stripe.subscriptionSchedules.release(scheduleId);
  }

  async function clearEnd({ id, endsAt }: SubscriptionFacts): Promise<void> {
    if (endsAt === null) return;
    const { cancel_at_period_end: isFlagged } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, isFlagged ? { cancel_at_period_end: false } : { cancel_at: '' });
  }

  return {
    async previewSwitch({ id, itemId, status }, priceId) {
      const prorationDate = new Date(Math.floor((await now()).getTime() / 1000) * 1000);
      const preview = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: [{ id: itemId, price: priceId }],
          proration_behavior: 'always_invoice',
          ...(status === 'trialing' ? { trial_end: 'now' } : { proration_date: prorationDate.getTime() / 1000 }),
        },
      });
      const { byId } = await prices.including(pricesOf(preview));
      return {
        amountDue: preview.amount_due,
        prorationDate,
        lines: preview.lines.data.map((line) => lineFacts(line, byId)),
      };
    },
    async switchNow(subscription, { attemptId, priceId, prorationDate, endTrial }) {
      await releaseOurs(subscription);
      // A card change may wait for the user; PayPal cannot.
      const isPaypal = await isPaidByPaypal(stripe, subscription.id);
      const wanted: Stripe.SubscriptionUpdateParams = {
        ...(priceId === null ? {} : { items: [{ id: subscription.itemId, price: priceId }] }),
        ...(endTrial ? { trial_end: 'now' } : {}),
        ...(prorationDate === null ? {} : { proration_date: Math.floor(prorationDate.getTime() / 1000) }),
        proration_behavior: 'always_invoice',
        payment_behavior: isPaypal ? 'error_if_incomplete' : 'pending_if_incomplete',
        expand: PAYABLE,
      };
      const updated = await unlessRefusedBefore((tries) =>
        stripe.subscriptions.update(subscription.id, wanted, keyOf(attemptId, `switch${tries}`)),
      );
      const step = await stepOfInvoice(stripe, payable(updated));
      // A refused change must not revive a cancelled plan.
      if (step.status === 'succeeded') await clearEnd(subscription);
      return step;
    },
    async scheduleSwitch(subscription, { attemptId, teamId, priceId }) {
      await releaseOurs(subscription);
      await clearEnd(subscription);
      const schedule = await stripe.subscriptionSchedules.create(
        { from_subscription: subscription.id },
        keyOf(attemptId, 'schedule'),
      );
      const [current] = schedule.phases;
      if (current === undefined) throw new Error(`Schedule ${schedule.id} came without the present phase`);
      await stripe.subscriptionSchedules.update(
        schedule.id,
        {
          end_behavior: 'release',
          proration_behavior: 'none',
          metadata: { teamId, attemptId, source: OUR_SOURCE },
          phases: [
            {
              items: [{ price: subscription.priceId, quantity: 1 }],
              start_date: current.start_date,
              end_date: subscription.periodEnd.getTime() / 1000,
            },
            { items: [{ price: priceId, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
          ],
        },
        keyOf(attemptId, 'phases'),
      );
    },
    unschedule: releaseOurs,
    async cancelAtEnd(subscriptionId, { at, reason }) {
      await stripe.subscriptions.update(subscriptionId, {
        ...(at === null ? { cancel_at_period_end: true } : { cancel_at: Math.floor(at.getTime() / 1000) }),
        ...(reason === null ? {} : { cancellation_details: { comment: reason } }),
      });
    },
    resume: clearEnd,
    cancelNow: (subscriptionId) => cancelNow(stripe, subscriptionId),
  };
}

export async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  // It has already ended.
  await stripe.subscriptions.cancel(subscriptionId, { prorate: false }).catch(unless('resource_missing'));
}

export function payable(subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = subscription.latest_invoice;
  if (typeof invoice !== 'object' || invoice === null) throw new Error(`${subscription.id} came without its invoice`);
  return invoice;
}

/** The subscription's own method, then the customer's. */
async function isPaidByPaypal(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const { default_payment_method: own, customer } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  });
  const standard =
    typeof customer === 'string' || customer.deleted === true ? null : customer.invoice_settings.default_payment_method;
  const method = own ?? standard;
  return typeof method === 'object' && method?.type === 'paypal';
}
