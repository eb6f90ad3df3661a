import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { ServiceContext } from '@clearcut/platform/service';
import type { Plan } from '@clearcut/schemas/constants';
import type { CreditPool } from '../credits/index.ts';
import type { ErrorReports } from '../http/server/error-reports.ts';
import type { Secret } from '../kernel/secret.ts';
import { type Part, running } from './parts.ts';
import type { SubscriptionHandler } from '../subscription/index.ts';
import {
  type AccessHandler,
  accessRoutes,
  createReplayHandler,
  createStaffLog,
  createViewLog,
  forkRoutes,
  messageRoutes,
  migrateSupport,
  replayRoutes,
  staffAccessRoutes,
  startAccessPolicy,
  startErrorReports,
  startReplayPolicies,
  startSamples,
  supportRoutes,
  supportTeamRoutes,
  withTrail,
} from '../support/index.ts';
import {
  type Forker,
  isGone as isGoneState,
  type TransactionHandler,
  type TransactionReader,
} from '../transaction/index.ts';
import { createEndpointHandler, viewsOf } from '../webhooks/index.ts';

interface Support extends Part {
  readonly errorReports: ErrorReports;
}

export async function openSupport({
  context: { database, eventStore, messageBus, blobStore, log },
  secret,
  creditPool,
  subscriptions,
  provider,
  access,
  reader,
  transactions,
  forker,
  planOf,
  onAnswered,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly creditPool: CreditPool;
  readonly subscriptions: SubscriptionHandler;
  readonly provider: PaymentProvider | undefined;
  readonly access: AccessHandler;
  readonly reader: TransactionReader;
  readonly transactions: TransactionHandler;
  readonly forker: Forker;
  readonly planOf: (teamId: string) => Promise<Plan | null>;
  readonly onAnswered: () => void;
}): Promise<Support> {
  await migrateSupport(database);
  const errorReports = startErrorReports({ database, log });
  const staffLog = createStaffLog(eventStore, secret);
  const replays = createReplayHandler(eventStore);
  const isGone = async (id: string) => isGoneState((await transactions.load(id)).state);
  const endpoints = createEndpointHandler(eventStore);
  const webhooksOf = (teamId: string) => viewsOf({ database, endpoints }, teamId);
  const views = createViewLog({ eventStore, access });
  return {
    routes: withTrail(
      [
        ...messageRoutes({ database, staffLog, planOf, onAnswered }),
        ...accessRoutes({ database, reader, transactions, access }),
        ...staffAccessRoutes({ database, eventStore, blobStore, access, views }),
        ...supportRoutes({ database, eventStore, messageBus, staffLog, access }),
        ...forkRoutes({ database, forker, staffLog }),
        ...replayRoutes({ database, eventStore, blobStore, transactions, staffLog, views, replays }),
        ...supportTeamRoutes({ database, eventStore, creditPool, subscriptions, provider, webhooksOf, staffLog }),
      ],
      { eventStore, staffLog },
    ),
    errorReports,
    ...running(() => [
      errorReports,
      startReplayPolicies({ database, messageBus, blobStore, replays, isGone, log }),
      startAccessPolicy({ eventStore, database, log }),
      startSamples({ database, messageBus, log }),
    ]),
  };
}
