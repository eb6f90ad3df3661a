import { isLocalHost } from '@clearcut/platform/config/integrations';
import type { ServiceContext } from '@clearcut/platform/service';
import { isLoopback } from '../http/networks.ts';
import type { RateLimits } from '../accounts/index.ts';
import type { Secret } from '../kernel/secret.ts';
import { type AddressPolicy, publicInternet, withPrivateHosts } from '../outgoing/index.ts';
import { findProvedAdmins } from '../team/index.ts';
import type { TransactionHandler } from '../transaction/index.ts';
import {
  createEndpointHandler,
  createRequestWebhooks,
  migrateWebhooks,
  type RequestWebhooks,
  startWebhooks,
  webhookRoutes,
} from '../webhooks/index.ts';
import { type Part, running } from './parts.ts';

export async function openWebhooks({
  context,
  secret,
  rateLimits,
  transactions,
  origin,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly rateLimits: RateLimits;
  readonly transactions: TransactionHandler;
  readonly origin: () => string;
}): Promise<Part & { readonly ofRequests: RequestWebhooks }> {
  const { config, database, eventStore, messageBus, log } = context;
  await migrateWebhooks(database);
  const deps = {
    database,
    endpoints: createEndpointHandler(eventStore),
    secret,
    countWebhook: (teamId: string, host: string) => rateLimits.countWebhook(teamId, host),
    policy: policyFor(config),
  };
  return {
    ofRequests: createRequestWebhooks(deps),
    routes: webhookRoutes(deps),
    ...running(() =>
      startWebhooks({ ...deps, eventStore, messageBus, log, transactions, findAdmins: findProvedAdmins, origin }),
    ),
  };
}

/** In a sandbox bound to its own machine, a receiver under development may run there too. */
function policyFor({ sandbox, host, allowedPrivateHosts }: ServiceContext['config']): AddressPolicy {
  const allowed = withPrivateHosts(publicInternet, allowedPrivateHosts);
  if (!sandbox || !isLocalHost(host)) return allowed;
  return {
    ...allowed,
    allowsAddress: (address, target) => isLoopback(address) || allowed.allowsAddress(address, target),
    allowsPort: () => true,
  };
}
