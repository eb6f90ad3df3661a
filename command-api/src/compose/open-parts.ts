import type { ServiceContext } from '@clearcut/platform/service';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import {
  createAccountHandler,
  createBrowserSession,
  createLoginLog,
  createPendingLogins,
  createRateLimits,
} from '../accounts/index.ts';
import { chatRoutes } from '../chat/index.ts';
import { type CreditPool, createCreditPool, ledgerRoutes, startStarterCreditsPolicy } from '../credits/index.ts';
import type { Sealing } from '../kernel/sealing.ts';
import type { Secret } from '../kernel/secret.ts';
import { publicApiRoutes, startAllowancePolicy, startAllowanceUpkeep } from '../public-api/index.ts';
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
import { type Part, running } from './parts.ts';
import { openPictures } from './pictures.ts';
import { openCountries } from './site.ts';
import { openSupport } from './support.ts';
import { openTemplates } from './templates.ts';
import { openWebhooks } from './webhooks.ts';

export interface Basis {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly sealing: Sealing;
  readonly origin: () => string;
  readonly metrics: Metrics;
}

/** Parts in the order in which they start, and those that the server names. */
export async function openParts(basis: Basis, fetching: FetchOptions) {
  const { context, secret, sealing, origin, metrics } = basis;
  const { config, database, eventStore } = context;
  const countries = await openCountries(config);

  const teams = createTeamHandler(eventStore);
  const accountHandler = createAccountHandler(eventStore);
  const membership = createMembership({ database, teams, accounts: accountHandler });
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
    accounts: accountHandler,
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
  const { reader, forker } = pictures;
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
  const parts: readonly Part[] = [
    await openTemplates({ context, teams }),
    accounts,
    apiKeys,
    await openAttribution({ context, rateLimits }),
    contact,
    { routes: chatRoutes({ database, chat: config.chat }) },
    { routes: siteRoutes({ countries }) },
    support,
    ledgerPart(context, creditPool),
    securityPart(basis),
    billing,
    pictures,
    publicApiPart(basis, { pictures, apiKeys, webhooks }),
    webhooks,
  ];
  return { parts, accounts, apiKeys, provider, support, rateLimits, browserSession };
}

function ledgerPart({ config, database, eventStore, log }: ServiceContext, creditPool: CreditPool): Part {
  const { hasCredits, starterCredits } = config;
  return {
    routes: hasCredits ? ledgerRoutes({ database, eventStore }) : [],
    ...running(() => [startStarterCreditsPolicy({ eventStore, database, creditPool, starterCredits, log })]),
  };
}

function securityPart({ context: { database, eventStore, log }, metrics }: Basis): Part {
  return {
    routes: securityRoutes({ database }),
    ...running(() => [startSecurityAlerts({ eventStore, database, metrics, log })]),
  };
}

interface Served {
  readonly pictures: Awaited<ReturnType<typeof openPictures>>;
  readonly apiKeys: Awaited<ReturnType<typeof openApiKeys>>;
  readonly webhooks: Awaited<ReturnType<typeof openWebhooks>>;
}

function publicApiPart({ context, secret }: Basis, { pictures, apiKeys, webhooks }: Served): Part {
  const { config, database, eventStore, log } = context;
  return {
    routes: publicApiRoutes({
      ...pictures.forPrograms,
      keys: apiKeys.keys,
      requestWebhooks: webhooks.ofRequests,
      keepsImprovements: config.keepImprovements,
      isRembgOn: config.rembgFacade,
      dataDir: config.dataDir,
      rembgNetworks: config.rembgNetworks,
      keyGate: apiKeys.gate,
      secret,
    }),
    ...running(() => [startAllowancePolicy, startAllowanceUpkeep].map((start) => start({ eventStore, database, log }))),
  };
}
