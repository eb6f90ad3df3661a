import { ConfigError } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import type { RunningService, ServiceContext } from '@clearcut/platform/service';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import {
  createAccountHandler,
  createBrowserSession,
  createLoginLog,
  createPendingLogins,
  createRateLimits,
  migrateAccounts,
  sealSecrets,
} from '../accounts/index.ts';
import { chatRoutes } from '../chat/index.ts';
import { createCreditPool, ledgerRoutes, migrateCredits, startStarterCreditsPolicy } from '../credits/index.ts';
import { documentsWith, operationsRoutes } from '../http/operations.ts';
import { createServer, type HttpServer } from '../http/server/server.ts';
import { loadSealing } from '../kernel/sealing.ts';
import { loadSecret } from '../kernel/secret.ts';
import { DIALECTS, publicApiRoutes, startAllowancePolicy, startAllowanceUpkeep } from '../public-api/index.ts';
import { securityRoutes, startSecurityAlerts } from '../security/index.ts';
import { siteRoutes } from '../site/index.ts';
import { createAccessHandler } from '../support/index.ts';
import { createMembership, createTeamFounder, createTeamHandler } from '../team/index.ts';
import { createTransactionHandler, type FetchOptions } from '../transaction/index.ts';
import { openAccounts } from './accounts.ts';
import { openApiKeys } from './api-keys.ts';
import { openAttribution } from './attribution.ts';
import { openBilling } from './billing.ts';
import { openContact } from './contact.ts';
import { type Part, routesOf, running, startAll, stopAll } from './parts.ts';
import { openPictures } from './pictures.ts';
import { clientDirectory, openCountries, openSite, othersOf } from './site.ts';
import { openSupport } from './support.ts';
import { openTemplates } from './templates.ts';
import { openWebhooks } from './webhooks.ts';

/** @throws ConfigError when the port is taken */
export async function startCommandApi(
  context: ServiceContext,
  fetching: FetchOptions = {},
): Promise<RunningService & { readonly port: number }> {
  const { config, log, database, eventStore, messageBus, blobStore, servers, tracing } = context;
  await migrateAccounts(database);
  await migrateCredits(database);
  const secret = await loadSecret(database);
  const sealing = await loadSealing(config);
  await sealSecrets(database, sealing);
  let port = config.port;
  const origin = (): string => originOf(config, port);
  const metrics = createMetrics('command-api');
  const countries = await openCountries(config);

  const teams = createTeamHandler(eventStore);
  const membership = createMembership({ database, teams });
  const transactions = createTransactionHandler(eventStore);
  const creditPool = createCreditPool({ eventStore, database });
  const access = createAccessHandler(eventStore);
  const rateLimits = createRateLimits(database, secret, config);
  const browserSession = createBrowserSession({
    secret,
    database,
    origin,
    cookieDomain: config.cookieDomain,
    findMember: (login) => membership.find(login),
  });

  const apiKeys = await openApiKeys({ context, membership, rateLimits });
  const billing = await openBilling({ context, secret, teams, creditPool, metrics, countries, rateLimits, origin });
  const accounts = await openAccounts({
    context,
    database,
    secret,
    sealing,
    browserSession,
    membership,
    accounts: createAccountHandler(eventStore),
    teams,
    foundTeam: createTeamFounder({ database, teams }),
    loginLog: createLoginLog(eventStore),
    pendingLogins: createPendingLogins(database, origin),
    countries,
    transactions,
    keysOfMember: apiKeys.ofMember,
    origin,
    standIn: billing.standIn,
  });
  const contact = await openContact({ context, secret, transport: accounts.transport });
  const { planOf, provider, subscriptions } = billing;
  const pictures = await openPictures({
    context,
    secret,
    handler: transactions,
    membership,
    rateLimits,
    creditPool,
    planOf,
    authenticator: browserSession,
    access,
    fetching,
  });
  const { reader, forker, forPrograms } = pictures;
  const support = await openSupport({
    context,
    secret,
    creditPool,
    subscriptions,
    provider,
    access,
    reader,
    transactions,
    forker,
    planOf,
    onAnswered: () => contact.wake(),
  });
  const webhooks = await openWebhooks({ context, secret, rateLimits, transactions, origin });
  const { hasCredits, starterCredits } = config;
  const parts: readonly Part[] = [
    await openTemplates({ context, teams }),
    accounts,
    apiKeys,
    await openAttribution({ context, rateLimits }),
    contact,
    { routes: chatRoutes({ database, chat: config.chat }) },
    { routes: siteRoutes({ countries }) },
    support,
    {
      routes: hasCredits ? ledgerRoutes({ database, eventStore }) : [],
      ...running(() => [startStarterCreditsPolicy({ eventStore, database, creditPool, starterCredits, log })]),
    },
    {
      routes: securityRoutes({ database }),
      ...running(() => [startSecurityAlerts({ eventStore, database, metrics, log })]),
    },
    billing,
    pictures,
    {
      routes: publicApiRoutes({
        ...forPrograms,
        keys: apiKeys.keys,
        requestWebhooks: webhooks.ofRequests,
        keepsImprovements: config.keepImprovements,
        isRembgOn: config.rembgFacade,
        dataDir: config.dataDir,
        rembgNetworks: config.rembgNetworks,
        keyGate: apiKeys.gate,
        secret,
      }),
      ...running(() =>
        [startAllowancePolicy, startAllowanceUpkeep].map((start) => start({ eventStore, database, log })),
      ),
    },
    webhooks,
  ];
  const routes = routesOf(parts);
  const documents = documentsWith(
    routes.map(({ contract }) => contract),
    { origin, hasCredits },
  );
  const operations = operationsRoutes(
    { ...config, database, messageBus, blobStore, servers, metrics, origin },
    documents,
  );
  const publicSite = openSite({
    config,
    provider,
    apiDocument: () => documents.v1() as unknown as ApiDocument,
    origin,
    metrics,
    log,
  });
  const server = createServer({
    routes: [...routes, ...operations],
    pages: accounts.pages,
    authenticator: browserSession,
    keyGate: apiKeys.gate,
    countChange: (caller) => rateLimits.changed(caller),
    uploadsPerMinute: config.uploadsPerMinute,
    trustedProxies: config.trustedProxies,
    humanCheck: config.turnstile !== undefined,
    stripe: config.stripe !== undefined,
    hosts: config.hosts,
    origins: [originOf(config, port), ...Object.values(config.hosts ?? {})],
    others: othersOf(config),
    site: publicSite.site,
    clientDirectory,
    dialects: DIALECTS,
    errorReports: support.errorReports,
    metrics,
    tracing,
    log,
  });
  // First, since parts need the port; closed first, so that requests end while the parts still run.
  port = await listen(server, config);
  const all = [...parts, publicSite];
  await startAll(all);
  const { mailboxKey } = accounts;
  return {
    port,
    ...(mailboxKey === undefined ? {} : { mailboxKey }),
    async stop() {
      await server.close();
      await stopAll(all);
    },
  };
}

async function listen(server: HttpServer, { host, port }: ServiceContext['config']): Promise<number> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(`The setting PORT is ${port}, which another program has taken.`);
    }
    throw error;
  }
}
