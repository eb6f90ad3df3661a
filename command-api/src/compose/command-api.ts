import { join } from 'node:path';
import { ConfigError } from '@clearcut/platform/config/config';
import { originOf } from '@clearcut/platform/config/integrations';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { RunningService, ServiceContext } from '@clearcut/platform/service';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import { openApiKeys } from './api-keys.ts';
import { openBilling } from './billing.ts';
import { openAttribution } from './attribution.ts';
import { openContact } from './contact.ts';
import { openWebhooks } from './webhooks.ts';
import { billingRoutes } from '../billing/index.ts';
import { openTemplates } from './templates.ts';
import { chatRoutes } from '../chat/index.ts';
import { createCreditPool, ledgerRoutes, migrateCredits, startStarterCreditsPolicy } from '../credits/index.ts';
import {
  createAccountHandler,
  createBrowserSession,
  createLoginLog,
  createPendingLogins,
  createRateLimits,
  migrateIdentity,
  sealSecrets,
} from '../accounts/index.ts';
import { documentsWith, operationsRoutes } from '../http/operations.ts';
import { createServer, type HttpServer } from '../http/server/server.ts';
import { clientDirectory, openCountries, openSite, othersOf } from './site.ts';
import type { Member } from '../kernel/requester.ts';
import { loadSealing } from '../kernel/sealing.ts';
import { loadSecret } from '../kernel/secret.ts';
import { openAccounts } from './accounts.ts';
import { openSupport } from './support.ts';
import { createAccessHandler, isHeld } from '../support/index.ts';
import { publicInternet, withPrivateHosts } from '../outgoing/index.ts';
import { DIALECTS, publicApiRoutes } from '../public-api/index.ts';
import { securityRoutes, startSecurityAlerts } from '../security/index.ts';
import { siteRoutes } from '../site/index.ts';
import { createMembership, createTeamFounder, createTeamHandler } from '../team/index.ts';
import {
  chargesOf,
  createAdmission,
  createEditor,
  createForker,
  createOpenStreams,
  createQuotas,
  createTransactionHandler,
  createTransactionReader,
  createUploader,
  createVerifiedFiles,
  type FetchOptions,
  followChanges,
  openSpool,
  receiptRoutes,
  saveRoutes,
  startRemovalPolicy,
  startResultsPolicy,
  startRetentionPolicy,
  startSavesPolicy,
  transactionRoutes,
} from '../transaction/index.ts';

/** Under a minute, when proxies give up; clients poll for longer saves. */
const SAVE_PATIENCE_MS = 55_000;

/** @throws ConfigError when the port is taken */
export async function startCommandApi(
  context: ServiceContext,
  asked: FetchOptions = {},
): Promise<RunningService & { readonly port: number }> {
  const { config, log, database, eventStore, messageBus, blobStore, servers, tracing, signal } = context;
  const fetchOptions = { policy: withPrivateHosts(publicInternet, config.allowedPrivateHosts), ...asked };
  await migrateIdentity(database);
  await migrateCredits(database);
  const secret = await loadSecret(database);
  const sealing = await loadSealing(config);
  await sealSecrets(database, sealing);
  const teams = createTeamHandler(eventStore);
  const accounts = createAccountHandler(eventStore);
  const membership = createMembership({ database, teams });
  const foundTeam = createTeamFounder({ database, teams });
  let port = config.port;
  const origin = (): string => originOf(config, port);
  const browserSession = createBrowserSession({
    secret,
    database,
    origin,
    cookieDomain: config.cookieDomain,
    findMember: (login) => membership.find(login),
  });
  const spool = await openSpool(join(config.dataDir, 'spool'));
  const changes = await followChanges(database);
  const handler = createTransactionHandler(eventStore);
  const creditPool = createCreditPool({ eventStore, database });
  const reader = createTransactionReader({ database, changes, handler, log });
  const quotas = createQuotas({ database, secret, limits: config.quotas });
  const rateLimits = createRateLimits(database, secret, config);
  const admission = createAdmission(messageBus, config.quotas.queueLength);
  const uploader = createUploader({
    database,
    blobStore,
    handler,
    reader,
    spool,
    secret,
    quotas,
    admission,
    fetchOptions,
    mayJoinBatch: (userId, batchId) => rateLimits.mayJoinBatch(userId, batchId),
  });
  const forker = createForker({ database, eventStore, blobStore, handler, reader, quotas, admission });
  const editor = createEditor({ database, handler, changes, blobStore, spool, quotas });
  const apiKeys = await openApiKeys({ context, membership });
  const metrics = createMetrics('command-api');

  const loginLog = createLoginLog(eventStore);
  const pendingLogins = createPendingLogins(database, origin);
  const people = {
    context,
    database,
    secret,
    sealing,
    browserSession,
    membership,
    accounts,
    teams,
    foundTeam,
    loginLog,
    pendingLogins,
  };
  const countries = await openCountries(config);
  const billing = await openBilling({ context, secret, teams, creditPool, metrics, countries, origin });
  const accountsEdge = await openAccounts({
    ...people,
    transactions: handler,
    keysOfMember: apiKeys.ofMember,
    origin,
    standIn: billing.standIn,
  });
  const attribution = await openAttribution({ context, rateLimits });
  const templates = await openTemplates({ context, teams });
  const contact = await openContact({ context, secret, transport: accountsEdge.transport });

  const access = createAccessHandler(eventStore);
  const support = await openSupport({
    context,
    secret,
    creditPool,
    subscriptions: billing.subscriptions,
    provider: billing.provider,
    access,
    reader,
    transactions: handler,
    forker,
    onAnswered: () => contact.wake(),
  });
  const webhooks = await openWebhooks({ context, secret, rateLimits, transactions: handler, origin });

  const editing = { database, eventStore, handler, reader, changes, editor, signal };
  const saving = {
    ...editing,
    creditPool,
    messageBus,
    patienceMs: SAVE_PATIENCE_MS,
    charges: chargesOf(config),
    memberNow: async (member: Member) => {
      const inLog = await membership.inLog(member);
      return inLog && { ...member, ...inLog };
    },
  };
  const verifiedFiles = createVerifiedFiles(blobStore);
  const routes = [
    ...templates.routes,
    ...accountsEdge.routes,
    ...apiKeys.routes,
    ...attribution.routes,
    ...contact.routes,
    ...chatRoutes({ database, chat: config.chat }),
    ...siteRoutes({ countries }),
    ...support.routes,
    ...(config.hasCredits ? [...ledgerRoutes({ database, eventStore }), ...billing.routes] : []),
    ...securityRoutes({ database }),
    ...billingRoutes({ database, creditPool, config, ...billing }),
    ...receiptRoutes({ eventStore, database, handler }),
    ...transactionRoutes({
      ...editing,
      planOf: billing.planOf,
      authenticator: browserSession,
      config,
      blobStore,
      messageBus,
      uploader,
      forker,
      quotas,
      verifiedFiles,
      openStreams: createOpenStreams(config.quotas.openStreams),
    }),
    ...saveRoutes(saving),
    ...publicApiRoutes({
      ...saving,
      blobStore,
      uploader,
      spool,
      fetchOptions,
      config,
      planOf: billing.planOf,
      keys: apiKeys.keys,
      verifiedFiles,
      keepsImprovements: config.keepImprovements,
      isRembgOn: config.rembgFacade,
      rembgNetworks: config.rembgNetworks,
      keyGate: apiKeys.gate,
      secret,
    }),
    ...webhooks.routes,
  ];
  const documents = documentsWith(
    routes.map(({ contract }) => contract),
    { origin, hasCredits: config.hasCredits },
  );
  const operations = operationsRoutes(
    { ...config, database, messageBus, blobStore, servers, metrics, origin },
    documents,
  );
  const publicSite = openSite({
    config,
    provider: billing.provider,
    apiDocument: () => documents.v1() as unknown as ApiDocument,
    origin,
    metrics,
    log,
  });
  const server = createServer({
    routes: [...routes, ...operations],
    pages: accountsEdge.pages,
    authenticator: browserSession,
    keyGate: apiKeys.gate,
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
  port = await listen(server, config);
  await accountsEdge.start();
  templates.start();
  await billing.start();
  apiKeys.start();
  attribution.start();
  contact.start();
  await webhooks.start();
  publicSite.start();

  const results = startResultsPolicy({ messageBus, handler, blobStore, database, log });
  const { starterCredits } = config;
  const starter = startStarterCreditsPolicy({ eventStore, database, creditPool, starterCredits, log });
  const saves = startSavesPolicy({ eventStore, database, handler, creditPool, log });
  const removal = startRemovalPolicy({ eventStore, database, blobStore, log });
  const alerts = startSecurityAlerts({ eventStore, database, metrics, log });
  const retention = startRetentionPolicy({
    database,
    blobStore,
    handler,
    isHeld: (id, now) => isHeld(access, id, now),
    log,
  });
  return {
    port,
    async stop() {
      await server.close();
      publicSite.stop();
      await Promise.all([
        templates.stop(),
        results.stop(),
        starter.stop(),
        saves.stop(),
        removal.stop(),
        retention.stop(),
        alerts.stop(),
        accountsEdge.stop(),
        billing.stop(),
        apiKeys.stop(),
        attribution.stop(),
        contact.stop(),
        support.stop(),
        webhooks.stop(),
        changes.stop(),
      ]);
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
