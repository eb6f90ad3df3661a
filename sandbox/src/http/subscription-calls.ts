import { z } from 'zod';
import { emit, findOrThrow, invalid, missing, type Subscription, type World } from '../engine/model.ts';
import { priceOf } from '../engine/money.ts';
import * as subscriptions from '../engine/subscriptions.ts';
import {
  byCustomer,
  byId,
  bySubscription,
  type Call,
  call,
  expand,
  flag,
  items,
  metadata,
  none,
  number,
  page,
  tax,
} from './call.ts';
import { show } from '../objects/lookup.ts';
import { listOf, subscriptionObject } from '../objects/objects.ts';

const subscriptionOf = ({ account }: World, id: string): Subscription =>
  findOrThrow(account.subscriptions, id, 'subscription');

function scheduledBy({ account }: World, id: string): Subscription {
  const found = account.subscriptions.find(({ schedule }) => schedule?.id === id);
  if (found === undefined) throw missing('subscription_schedule', id);
  return found;
}

export const subscriptionCalls: readonly Call[] = [
  call(
    'GET',
    'subscriptions',
    byCustomer,
    z.strictObject({ customer: z.string(), status: z.literal('all'), ...page }),
    (world) =>
      listOf(
        world.account.subscriptions.map((one) => subscriptionObject(world, one)).toReversed(),
        '/v1/subscriptions',
      ),
  ),
  call('GET', 'subscriptions/:id', byId, none, (world, id) => show(world, id, 'subscription')),
  call(
    'POST',
    'subscriptions',
    byCustomer,
    z.strictObject({
      customer: z.string(),
      currency: z.string(),
      items,
      trial_period_days: number.optional(),
      add_invoice_items: z.array(z.strictObject({ price: z.string() })).optional(),
      trial_settings: z
        .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.literal('cancel') }) })
        .optional(),
      payment_behavior: z.literal('default_incomplete'),
      payment_settings: z.strictObject({
        save_default_payment_method: z.literal('on_subscription'),
        payment_method_types: z.array(z.enum(['card', 'paypal'])),
      }),
      billing_mode: z.strictObject({ type: z.literal('flexible') }),
      automatic_tax: tax,
      metadata,
      expand,
    }),
    (world, _id, params) => {
      const made = subscriptions.create(world, {
        priceId: params.items[0]?.price ?? '',
        currency: params.currency,
        trialDays: params.trial_period_days,
        oneOffPriceIds: (params.add_invoice_items ?? []).map(({ price }) => price),
        metadata: params.metadata,
      });
      return show(world, made.id, 'subscription');
    },
  ),
  call(
    'POST',
    'subscriptions/:id',
    byId,
    z.strictObject({
      items: items.optional(),
      trial_end: z.literal('now').optional(),
      proration_date: number.optional(),
      proration_behavior: z.literal('always_invoice').optional(),
      payment_behavior: z.enum(['pending_if_incomplete', 'error_if_incomplete']).optional(),
      cancel_at_period_end: flag.optional(),
      cancel_at: z.literal('').or(number).optional(),
      default_payment_method: z.string().optional(),
      cancellation_details: z.strictObject({ comment: z.string() }).optional(),
      expand,
    }),
    (world, id, params) => {
      const subscription = subscriptionOf(world, id);
      if (params.default_payment_method !== undefined) {
        subscriptions.setMethod(world, subscription, params.default_payment_method);
      }
      if (params.cancellation_details !== undefined) subscription.cancelReason = params.cancellation_details.comment;
      if (params.cancel_at !== undefined || params.cancel_at_period_end !== undefined) {
        if (subscription.schedule !== null) throw invalid('The subscription is managed by the subscription schedule');
        subscription.cancelAtPeriodEnd = params.cancel_at_period_end ?? subscription.cancelAtPeriodEnd;
        if (params.cancel_at !== undefined) subscription.cancelAt = params.cancel_at === '' ? null : params.cancel_at;
        emit(world, 'customer.subscription.updated', id);
      }
      const priceId = params.items?.[0]?.price ?? subscription.priceId;
      const endsTrial = params.trial_end === 'now' && subscription.status === 'trialing';
      if (params.items !== undefined || endsTrial) {
        const change = { priceId, endsTrial, at: params.proration_date ?? world.now };
        if (params.payment_behavior === 'error_if_incomplete')
          subscriptions.changeOrRefuse(world, subscription, change);
        else subscriptions.change(world, subscription, change);
      }
      return show(world, id, 'subscription');
    },
  ),
  call(
    'DELETE',
    'subscriptions/:id',
    byId,
    z.strictObject({ prorate: z.literal('false').optional(), expand }),
    (world, id) => {
      const subscription = subscriptionOf(world, id);
      if (subscription.endedAt !== null) throw missing('subscription', id);
      subscriptions.end(world, subscription, 'canceled');
      return show(world, id, 'subscription');
    },
  ),
  call(
    'POST',
    'subscription_schedules',
    bySubscription,
    z.strictObject({ from_subscription: z.string(), expand }),
    (world, _id, params) => {
      const made = subscriptions.schedule(world, subscriptionOf(world, params.from_subscription));
      return show(world, made.id, 'subscription_schedule');
    },
  ),
  call(
    'POST',
    'subscription_schedules/:id',
    byId,
    z.strictObject({
      end_behavior: z.literal('release'),
      proration_behavior: z.literal('none'),
      metadata,
      phases: z
        .array(
          z.strictObject({
            items,
            start_date: number.optional(),
            end_date: number.optional(),
            duration: z.strictObject({ interval: z.literal('month'), interval_count: z.literal('1') }).optional(),
          }),
        )
        .length(2),
      expand,
    }),
    (world, id, params) => {
      const subscription = scheduledBy(world, id);
      const { schedule, periodStart, periodEnd } = subscription;
      const [first, second] = params.phases;
      if (schedule === null || first?.start_date !== periodStart) {
        throw invalid('You can not modify the start date of the current phase', { param: 'phases[0][start_date]' });
      }
      const next = priceOf(world, second?.items[0]?.price ?? '').id;
      schedule.metadata = params.metadata;
      schedule.phases = [
        { priceId: subscription.priceId, start: periodStart, end: periodEnd },
        { priceId: next, start: periodEnd, end: periodEnd + 1 },
      ];
      emit(world, 'subscription_schedule.updated', id);
      return show(world, id, 'subscription_schedule');
    },
  ),
  call('POST', 'subscription_schedules/:id/release', byId, none, (world, id) => {
    const subscription = scheduledBy(world, id);
    const shown = show(world, id, 'subscription_schedule');
    subscriptions.release(world, subscription);
    return { ...shown, status: 'released' };
  }),
];
