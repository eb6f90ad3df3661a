import type { Config } from '@clearcut/platform/config/config';
import type { Database } from '@clearcut/platform/database/database';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { maySee } from '@clearcut/schemas/team/permissions';
import type { CreditPool } from '../credits/index.ts';
import { route, type Route } from '../http/contract.ts';
import {
  activePrices,
  ownedOf,
  packsOf,
  planOf,
  shownPayment,
  shownSubscription,
  type SubscriptionHandler,
} from '../subscription/index.ts';
import { billingContracts as contracts } from '@clearcut/schemas/contracts/billing';
import { circumstancesOf } from '../kernel/command-context.ts';
import { chooseContacts, readContacts } from './contacts.ts';
import { creditsComing } from './credits-coming.ts';
import { mayUploadInBulk } from './plan.ts';

export function billingRoutes({
  database,
  creditPool,
  subscriptions,
  provider,
  config,
}: {
  readonly database: Database;
  readonly creditPool: CreditPool;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider | undefined;
  readonly config: Config;
}): Route[] {
  return [
    route(contracts.billing, async ({ requester: { subject } }): Promise<BillingInfo> => {
      // Read from the log, so that it is current right after a save or payment.
      const [credits, { state }] = await Promise.all([
        creditPool.balance(subject.teamId),
        subscriptions.load(subject.teamId),
      ]);
      const planName = planOf(state);
      const seesPayments = maySee(subject, 'billing');
      // An unreachable provider must not hide the credits.
      const prices = seesPayments && provider ? await activePrices(provider).catch(() => []) : [];
      const priceIdOf = (name: string): string | null => prices.find((price) => price.name === name)?.id ?? null;
      return {
        planName,
        credits,
        creditsComing: await creditsComing(database, subject.teamId, state),
        paymentInfo: seesPayments ? shownPayment(state) : null,
        subscriptionInfo: seesPayments ? shownSubscription(state, priceIdOf) : null,
        packs: seesPayments ? packsOf(state) : 0,
        addons: seesPayments ? ownedOf(state) : [],
        features: { bulkUpload: mayUploadInBulk(planName, config) },
      };
    }),
    route(contracts.contacts, ({ requester: { subject } }) =>
      readContacts({ database, subscriptions }, subject.teamId),
    ),
    route(contracts.chooseContacts, ({ requester: { subject }, body, request }) =>
      chooseContacts(
        { database, subscriptions },
        subject.teamId,
        body.userIds,
        circumstancesOf({ id: subject.userId }, request),
      ),
    ),
  ];
}
