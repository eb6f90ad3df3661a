import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { ServiceContext } from '@clearcut/platform/service';
import type { CreditPool } from '../credits/handler.ts';
import type { Route } from '../http/contract.ts';
import type { ErrorReports } from '../http/server/error-reports.ts';
import type { Secret } from '../kernel/secret.ts';
import type { SubscriptionHandler } from '../subscription/handler.ts';
import type { AccessHandler } from '../support/access/handler.ts';
import { accessRoutes } from '../support/access/owner-routes.ts';
import { startAccessPolicy } from '../support/access/policy.ts';
import { createStaffSight } from '../support/access/sight.ts';
import { staffAccessRoutes } from '../support/access/staff-routes.ts';
import { startErrorReports } from '../support/failures/error-reports.ts';
import { messageRoutes } from '../support/messages/routes.ts';
import { migrateSupport } from '../support/migrate.ts';
import { createReplayHandler } from '../support/replay/handler.ts';
import { startReplayPolicies } from '../support/replay/policies.ts';
import { forkRoutes } from '../support/pictures/fork-routes.ts';
import { replayRoutes } from '../support/replay/routes.ts';
import { supportRoutes } from '../support/routes.ts';
import { createStaffLog } from '../support/staff-log.ts';
import { startSamples } from '../support/work/samples.ts';
import { withTrail } from '../support/trail.ts';
import { supportTeamRoutes } from '../support/teams/routes.ts';
import type { Forker } from '../transaction/fork/forker.ts';
import type { TransactionHandler } from '../transaction/handler.ts';
import type { TransactionReader } from '../transaction/read/reader.ts';
import { isGone as isGoneState } from '../transaction/domain/picture.ts';
import { viewsOf } from '../webhooks/endpoints.ts';
import { createEndpointHandler } from '../webhooks/handler.ts';

export interface SupportService {
  readonly routes: Route[];
  readonly errorReports: ErrorReports;
  stop(): Promise<void>;
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
  readonly onAnswered: () => void;
}): Promise<SupportService> {
  await migrateSupport(database);
  const errorReports = startErrorReports({ database, log });
  const staffLog = createStaffLog(eventStore, secret);
  const replays = createReplayHandler(eventStore);
  const isGone = async (id: string) => isGoneState((await transactions.load(id)).state);
  const replayPolicies = startReplayPolicies({ database, messageBus, blobStore, replays, isGone, log });
  const endpoints = createEndpointHandler(eventStore);
  const webhooksOf = (teamId: string) => viewsOf({ database, endpoints }, teamId);
  const sight = createStaffSight({ eventStore, access });
  const samples = startSamples({ database, messageBus, log });
  const accessPolicy = startAccessPolicy({ eventStore, database, log });
  return {
    routes: withTrail(
      [
        ...messageRoutes({ database, staffLog, onAnswered }),
        ...accessRoutes({ database, reader, transactions, access }),
        ...staffAccessRoutes({ database, eventStore, blobStore, access, sight }),
        ...supportRoutes({ database, eventStore, messageBus, staffLog, access }),
        ...forkRoutes({ database, forker, staffLog }),
        ...replayRoutes({ database, eventStore, blobStore, transactions, staffLog, sight, replays }),
        ...supportTeamRoutes({ database, eventStore, creditPool, subscriptions, provider, webhooksOf, staffLog }),
      ],
      { eventStore, staffLog },
    ),
    errorReports,
    stop: async () => {
      await Promise.all([replayPolicies.stop(), errorReports.stop(), accessPolicy.stop(), samples.stop()]);
    },
  };
}
