import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { ServiceContext } from '@clearcut/platform/service';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { Plan } from '@clearcut/schemas/constants';
import type { CreditPool } from '../credits/index.ts';
import { findAccount, type RateLimits } from '../accounts/index.ts';
import { billingRoutes } from '../billing/index.ts';
import type { Secret } from '../kernel/secret.ts';
import type { StripeStandIn } from '@clearcut/sandbox/stand-in';
import { startWebhooks } from '@clearcut/sandbox/webhooks';
import {
  billingMetrics,
  createSubscriptionHandler,
  migrateSubscriptions,
  planOf,
  startSubscriptions,
  type SubscriptionHandler,
  subscriptionRoutes,
} from '../subscription/index.ts';
import type { CountrySources } from '../http/headers/country.ts';
import { hasEnded, type TeamHandler } from '../team/index.ts';
import { billingRecipients } from './billing-recipients.ts';
import { type Part, running } from './parts.ts';
import { openPayments, webhookPath } from './payments.ts';

export interface Billing extends Part {
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider | undefined;
  readonly standIn: StripeStandIn | undefined;
  readonly planOf: (teamId: string) => Promise<Plan | null>;
}

export async function openBilling({
  context,
  secret,
  teams,
  creditPool,
  metrics,
  countries,
  rateLimits,
  origin,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly teams: TeamHandler;
  readonly creditPool: CreditPool;
  readonly metrics: Metrics;
  readonly countries: CountrySources;
  readonly rateLimits: RateLimits;
  readonly origin: () => string;
}): Promise<Billing> {
  const { config, database, eventStore, log } = context;
  await migrateSubscriptions(database);
  const payments = await openPayments({ config, database, origin });
  const subscriptions = createSubscriptionHandler(eventStore);
  const { onConflict, onDeclined, onFound } = billingMetrics(metrics, database);
  const provider = payments?.provider;
  const standIn = payments?.standIn;
  const common = { eventStore, database, subscriptions, secret, onConflict, onDeclined };
  const hasTeamEnded = async (teamId: string): Promise<boolean> => hasEnded((await teams.load(teamId)).state);
  return {
    routes: [
      ...billingRoutes({ database, creditPool, subscriptions, provider, config }),
      ...(config.hasCredits
        ? subscriptionRoutes({
            ...common,
            provider,
            billingOrigin: () => config.hosts?.billing ?? origin(),
            countries,
            countRequest: (teamId) => rateLimits.countBillingRequest(teamId),
            currencyOf: async (userId) => (await findAccount(database, userId))?.currency ?? null,
          })
        : []),
    ],
    subscriptions,
    provider,
    standIn,
    planOf: async (teamId) => planOf((await subscriptions.load(teamId)).state),
    ...running(async () => {
      const selling = { ...common, creditPool, hasEnded: hasTeamEnded, recipientsOf: billingRecipients, provider };
      const started = await startSubscriptions({ ...selling, onFound, log });
      if (standIn === undefined) return started;
      await standIn.listenAt(`${origin()}${webhookPath}`);
      return [...started, startWebhooks({ database, log })];
    }),
  };
}
