import type { Database } from '@clearcut/platform/database/database';
import { type ApiKeyFacts, findApiKey } from '@clearcut/projections/api-key/queries';
import type { Member as TeamMember } from '@clearcut/projections/team/queries';
import type { KeyScope } from '@clearcut/schemas/api-keys/rights';
import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { KeyGate } from '../http/authenticator.ts';
import { shareWith } from '../http/headers/program-cors.ts';
import type { HttpReply, HttpRequest } from '../http/message.ts';
import { isWithin } from '../http/networks.ts';
import type { KeyRequester } from '../kernel/requester.ts';
import { isKey } from './key.ts';
import { findSecret, isOriginOfKey, markUsed, type KeySecret } from './secrets.ts';
import { countRequest, creditsLeftToday, DAY_SECONDS, logRequest, type MinuteLeft, secondsLeftToday } from './use.ts';

interface GateDeps {
  readonly database: Database;
  /** Undefined for a person who has left the team. */
  readonly findMember: (ids: { readonly userId: string; readonly teamId: string }) => Promise<TeamMember | undefined>;
}

/**
 * Admits API keys. Caches nothing, so every process refuses a revoked key, or that of a former member, at the next
 * request.
 */
export function createKeyGate({ database, findMember }: GateDeps): KeyGate {
  async function ownerOf(key: string): Promise<KeyRequester & { readonly secret: KeySecret }> {
    // The checksum rejects mistyped keys without a query.
    const secret = isKey(key) ? await findSecret(database, key) : undefined;
    const facts = secret && (await findApiKey(database, secret.keyId));
    const member = facts && (await findMember({ userId: facts.createdBy, teamId: facts.teamId }));
    if (secret === undefined || facts === undefined || member === undefined) {
      throw new CatalogueError('api_key_invalid');
    }
    const { status: _, requiresSecondFactor: __, secondFactorDue: ___, ...rights } = member;
    return { subject: { kind: 'user', ...rights }, via: credentialOf(facts), secret };
  }

  async function knownOwnerOf(key: string, request: HttpRequest): ReturnType<typeof ownerOf> {
    const owner = await ownerOf(key);
    const { networks } = owner.secret;
    if (networks.length > 0 && !isWithin(request.ip, networks)) throw new CatalogueError('api_key_network_forbidden');
    return owner;
  }

  return {
    async admit(key, scope, request, reply) {
      const { secret, ...requester } = await knownOwnerOf(key, request);
      const { keyId, limits } = requester.via;
      const { origin } = request.headers;
      if (origin !== undefined && secret.origins.includes(origin)) shareWith(reply, origin);
      const { creditsPerDay } = limits;
      const [left, creditsLeft] = await Promise.all([
        countRequest(database, keyId, limits),
        creditsPerDay === null ? null : creditsLeftToday(database, keyId, creditsPerDay),
        markUsed(database, keyId),
      ]);
      if (left.isLogged) logWhenAnswered(database, requester, request, reply);
      sendLimits(reply, left, creditsPerDay === null ? null : { creditsPerDay, creditsLeft: creditsLeft ?? 0 });
      if (left.isExceeded) throw new CatalogueError('too_many_requests');
      requireScope(requester, scope);
      return requester;
    },
    async recheck(key, scope, request) {
      const { secret: _, ...requester } = await knownOwnerOf(key, request);
      requireScope(requester, scope);
      return requester;
    },
    allowsOrigin: (origin) => isOriginOfKey(database, origin),
  };
}

function requireScope({ via }: KeyRequester, scope: KeyScope | undefined): void {
  if (scope !== undefined && !via.scopes.includes(scope)) throw new CatalogueError('api_key_scope_missing');
}

const credentialOf = ({ id, mode, scopes, limits }: ApiKeyFacts): KeyRequester['via'] => ({
  kind: 'api-key',
  keyId: id,
  mode,
  scopes,
  limits,
});

/** Logs the call once the answer is sent. A failed write does not affect the answer. */
function logWhenAnswered(
  database: Database,
  { subject, via }: KeyRequester,
  { id, method, url, log }: HttpRequest,
  reply: HttpReply,
): void {
  reply.onSent((sent) => {
    const { status, ms } = sent;
    const credits = Number(sent.header(CREDITS_CHARGED_HEADER) ?? 0);
    const [path = ''] = url.split('?');
    const line = { id, keyId: via.keyId, teamId: subject.teamId, method, path, status, ms, credits };
    logRequest(database, line).catch((error: unknown) =>
      log.warn({ err: error }, 'a request of an API key was not logged'),
    );
  });
}

/**
 * Sends the headers of draft-ietf-httpapi-ratelimit-headers and older ones, which cover requests only. Credits are as
 * of the request's start.
 */
function sendLimits(
  reply: HttpReply,
  { limit, remaining, resetAt, isExceeded }: MinuteLeft,
  credits: { readonly creditsPerDay: number; readonly creditsLeft: number } | null,
): void {
  const now = Math.floor(Date.now() / 1000);
  const seconds = Math.max(0, resetAt - now);
  const policies = [`"minute";q=${limit};w=60`];
  const left = [`"minute";r=${remaining};t=${seconds}`];
  if (credits !== null) {
    policies.push(`"credits";q=${credits.creditsPerDay};w=${DAY_SECONDS}`);
    left.push(`"credits";r=${credits.creditsLeft};t=${secondsLeftToday()}`);
  }
  reply.headers({
    'ratelimit-policy': policies.join(', '),
    ratelimit: left.join(', '),
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetAt,
  });
  if (isExceeded) reply.header('retry-after', Math.max(1, seconds));
}
