import { emit, type Invoice, type PendingUpdate, type Subscription, type World } from './model.ts';
import { addMonth, dayOf } from './money.ts';

/** Effects of a payment: a subscription starts, a change applies, a past-due plan recovers. */
export function wasPaid(world: World, invoice: Invoice): void {
  const subscription = world.account.subscriptions.find(({ id }) => id === invoice.subscriptionId);
  if (subscription === undefined || subscription.endedAt !== null) return;
  // As with `save_default_payment_method`: the paying method is charged next time.
  subscription.methodId = invoice.payment?.methodId ?? subscription.methodId;
  const { pending } = subscription;
  if (subscription.status === 'incomplete') {
    subscription.status = subscription.trialEnd !== null && subscription.trialEnd > world.now ? 'trialing' : 'active';
  } else if (pending?.invoiceId === invoice.id) {
    apply(world, subscription, pending);
    emit(world, 'customer.subscription.pending_update_applied', subscription.id);
  } else if (subscription.status === 'past_due') {
    subscription.status = 'active';
  }
  emit(world, 'customer.subscription.updated', subscription.id);
}

function apply(world: World, subscription: Subscription, { priceId, endsTrial }: PendingUpdate): void {
  subscription.priceId = priceId;
  subscription.pending = null;
  if (!endsTrial) return;
  subscription.status = 'active';
  subscription.trialEnd = world.now;
  subscription.anchorDay = dayOf(world.now);
  subscription.periodStart = world.now;
  subscription.periodEnd = addMonth(world.now, subscription.anchorDay);
}
