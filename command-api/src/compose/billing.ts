import { isConnectionError } from '@clearcut/platform/database/database';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { ServiceContext } from '@clearcut/platform/service';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { Plan } from '@clearcut/schemas/constants';
import type { CreditPool } from '../credits/index.ts';
import type { Route } from '../http/contract.ts';
import { repeat } from '../kernel/repeat.ts';
import type { Secret } from '../kernel/secret.ts';
import type { StripeStandIn } from '@clearcut/sandbox/stand-in';
import { startWebhooks } from '@clearcut/sandbox/webhooks';
import {
  billingMetrics,
  createSubscriptionHandler,
  eraseOld,
  migrateBilling,
  planOf,
  startBoughtPolicy,
  startClosingPolicy,
  startCreditsPolicy,
  startMailsPolicy,
  startPaymentsPolicy,
  startWatch,
  type SubscriptionHandler,
  subscriptionRoutes,
} from '../subscription/index.ts';
import type { CountrySources } from '../http/headers/country.ts';
import { hasEnded, type TeamHandler } from '../team/index.ts';
import { billingRecipients } from './billing-recipients.ts';
import { openPayments, webhookPath } from './payments.ts';

export interface Billing {
  readonly routes: Route[];
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider | undefined;
  readonly standIn: StripeStandIn | undefined;
  readonly planOf: (teamId: string) => Promise<Plan | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openBilling({
  context,
  secret,
  teams,
  creditPool,
  metrics,
  countries,
  origin,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly teams: TeamHandler;
  readonly creditPool: CreditPool;
  readonly metrics: Metrics;
  readonly countries: CountrySources;
  readonly origin: () => string;
}): Promise<Billing> {
  const { config, database, eventStore, log } = context;
  await migrateBilling(database);
  const payments = await openPayments({ config, database, origin });
  const subscriptions = createSubscriptionHandler(eventStore);
  const { onConflict, onDeclined, onFound } = billingMetrics(metrics, database);
  const provider = payments?.provider;
  const standIn = payments?.standIn;
  const common = { eventStore, database, subscriptions, secret, onConflict, onDeclined };
  const hasTeamEnded = async (teamId: string): Promise<boolean> => hasEnded((await teams.load(teamId)).state);
  const running: { stop(): Promise<void> }[] = [];
  return {
    routes: subscriptionRoutes({
      ...common,
      provider,
      billingOrigin: () => config.hosts?.billing ?? origin(),
      countries,
    }),
    subscriptions,
    provider,
    standIn,
    planOf: async (teamId) => planOf((await subscriptions.load(teamId)).state),
    async start() {
      running.push(startCreditsPolicy({ eventStore, database, creditPool, log }));
      running.push(startClosingPolicy({ eventStore, database, subscriptions, hasEnded: hasTeamEnded, log }));
      running.push(startBoughtPolicy({ eventStore, database, subscriptions, log }));
      running.push(startErasure(database, log));
      if (provider === undefined) return;
      running.push(startMailsPolicy({ eventStore, database, subscriptions, recipientsOf: billingRecipients, log }));
      running.push(startPaymentsPolicy({ eventStore, database, subscriptions, provider, log }));
      running.push(await startWatch({ ...common, provider, log, onFound }));
      if (standIn === undefined) return;
      await standIn.listenAt(`${origin()}${webhookPath}`);
      running.push(startWebhooks({ database, log }));
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

const ERASE_EVERY_MS = 60 * 60 * 1000;

function startErasure(database: ServiceContext['database'], log: ServiceContext['log']): { stop(): Promise<void> } {
  return repeat({
    everyMs: ERASE_EVERY_MS,
    round: () => eraseOld(database),
    onError: (err) => log[isConnectionError(err) ? 'debug' : 'error']({ err }, 'erasing old data of billing failed'),
  });
}
