import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { claimLanding } from '../attribution/index.ts';
import { openIntegrations } from '@clearcut/platform/adapters';
import type { MailTransport } from '@clearcut/platform/mail/port';
import type { ServiceContext } from '@clearcut/platform/service';
import {
  accountRoutes,
  addresseeOf,
  type ClosingDeps,
  createPasswordRules,
  createRateLimits,
  type KeysOfMember,
  type LogInDeps,
  startAccounts,
} from '../accounts/index.ts';
import type { ServerOptions } from '../http/server/server.ts';
import { createIssuer, sandboxPages } from '../sandbox/index.ts';
import type { StripeStandIn } from '@clearcut/sandbox/stand-in';
import { type TeamHandler, teamRoutes } from '../team/index.ts';
import { deletePictureOfUser, type TransactionHandler } from '../transaction/index.ts';
import { startMailSender } from '../mails/index.ts';
import type { Sealing } from '../kernel/sealing.ts';
import type { Secret } from '../kernel/secret.ts';
import { type Part, running } from './parts.ts';

interface AccountsOptions extends LogInDeps, ClosingDeps {
  readonly context: ServiceContext;
  readonly teams: TeamHandler;
  readonly sealing: Sealing;
  readonly transactions: TransactionHandler;
  readonly keysOfMember: KeysOfMember;
  /** Public origin; known once the server listens. */
  readonly origin: () => string;
  readonly standIn: StripeStandIn | undefined;
}

interface Accounts extends Part {
  /** Undefined without the sandbox's mailbox. */
  readonly mailboxKey: string | undefined;
  readonly transport: MailTransport | undefined;
  readonly pages: ServerOptions['pages'];
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { context, transactions, origin, standIn, keysOfMember, ...deps } = options;
  const { config, database, eventStore, log } = context;
  const sandboxIssuer =
    config.sandbox && config.oidc === undefined ? await openSandboxIssuer(deps.secret, origin) : undefined;
  const integrations = await openIntegrations({
    config,
    database,
    sandboxLogin: sandboxIssuer?.login,
    callback: () => `${origin()}/api/auth/oidc/callback`,
  });
  const { mail: transport, mailbox, humanCheck, thirdParty } = integrations;
  const accountsDeps = {
    ...deps,
    claimLanding,
    keysOfMember,
    origin,
    // Hosts that share logins share passkeys too.
    relyingParty: () => ({
      id: config.cookieDomain ?? new URL(origin()).hostname,
      origins: config.hosts === undefined ? [origin()] : Object.values(config.hosts),
    }),
    rateLimits: createRateLimits(database, deps.secret, config),
    passwordRules: createPasswordRules({ minLength: config.passwordMinLength }),
    humanCheck,
    thirdParty,
    sandbox: mailbox !== undefined,
    starterCredits: config.starterCredits,
    canMail: transport !== undefined,
  };
  const mailboxKey = deps.secret.digest('mailbox', 'key').toString('base64url');
  const stripe = standIn && { standIn, database };
  const loops = running(async () => [
    ...startAccounts({
      ...deps,
      eventStore,
      deletePicture: (...request) => deletePictureOfUser(transactions, ...request),
      log,
    }),
    ...(transport === undefined
      ? []
      : [
          await startMailSender({
            database,
            transport,
            addresseeOf: (mail) => addresseeOf(database, mail),
            origin,
            hasCredits: config.hasCredits,
            freePictures: Math.floor(config.starterCredits / HD_SAVE_CREDITS),
            log,
          }),
        ]),
  ]);
  return {
    routes: [...accountRoutes(accountsDeps), ...teamRoutes({ ...accountsDeps, hasCredits: config.hasCredits })],
    transport,
    mailboxKey: mailbox && mailboxKey,
    pages: config.sandbox
      ? sandboxPages({ origin, mailbox, mailboxKey, issuer: sandboxIssuer?.issuer, stripe })
      : undefined,
    start: loops.start,
    async stop() {
      await loops.stop();
      await transport?.close();
    },
  };
}

/** A local identity provider to try and test the login flow. */
async function openSandboxIssuer(secret: Secret, origin: () => string) {
  const client = { clientId: 'clearcut', clientSecret: secret.digest('sandbox-oidc', 'client').toString('hex') };
  const issuer = (): string => `${origin()}/dev/oidc`;
  return { issuer: await createIssuer({ ...client, issuer }), login: { ...client, name: 'Sandbox ID', issuer } };
}
