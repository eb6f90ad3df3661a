import { createHash, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { SESSION_IDLE_MS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Owner } from '@clearcut/schemas/transaction/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requester, UserRequester } from '../../kernel/requester.ts';
import type { Secret } from '../../kernel/secret.ts';
import { findSession } from './sessions.ts';
import type { Membership } from '../../team/membership.ts';

export const SESSION_COOKIE = 'clearcut_session';

const CLIENT_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** Of a login: 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Identity {
  /** Who sends a request: somebody logged in, or the credentials that it comes with. @throws CatalogueError client_id_invalid */
  requester(request: FastifyRequest): Promise<Requester>;
  /** Whether its cookie is that of a login, be it one that has ended. */
  bringsLogin(request: FastifyRequest): boolean;
  /** Whether the request has the header that no other site can make a browser send. @throws CatalogueError client_id_invalid */
  hasClientId(request: FastifyRequest): boolean;
  /** Who owns what this request uploads. @throws CatalogueError client_id_required, client_id_invalid */
  ownerOf(request: FastifyRequest, requester: Requester): Owner;
  /** The anonymous session that a login of this requester comes from: only its pictures may be linked. */
  anonymousSession(request: FastifyRequest, requester: Requester): string | null;
  /** Sends the anonymous session's cookie along, when the request brought none of ours. */
  handOutSession(request: FastifyRequest, reply: FastifyReply): void;
  /** Begins a login in this browser; what the cookie was before counts no more. */
  setSession(request: FastifyRequest, reply: FastifyReply, token: string): void;
  /** The browser keeps the cookie of the login for as long again as the session goes on unused. */
  renewSession(request: FastifyRequest, reply: FastifyReply): void;
  clearSession(request: FastifyRequest, reply: FastifyReply): void;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sessionIdOf = (session: string): string => derivedId('session', sha256(session));

/**
 * Who is who. The one cookie holds the token of a login, or else an anonymous session with the proof that we made it. What is neither
 * counts as no cookie: a login's token would live on as an anonymous session after its end, shared with whoever had come by it. A
 * client without a cookie is given the anonymous session that its client id derives: were it drawn at random, each of several first
 * requests sent at once would be given another one, and the pictures of all but the last would be lost to the browser.
 */
export function createIdentity({
  secret,
  database,
  membership,
}: {
  readonly secret: Secret;
  readonly database: Database;
  readonly membership: Membership;
}): Identity {
  const ownSession = (clientId: string): string => secret.digest('session', clientId).toString('base64url');
  const withProof = (session: string): string =>
    `${session}.${secret.digest('session-cookie', session).toString('base64url')}`;

  /** The anonymous session that the cookie proves. */
  function provenSession(request: FastifyRequest): string | undefined {
    const cookie = request.cookies[SESSION_COOKIE] ?? '';
    const [session = ''] = cookie.split('.');
    const [given, made] = [Buffer.from(cookie), Buffer.from(withProof(session))];
    return given.length === made.length && timingSafeEqual(given, made) ? session : undefined;
  }

  async function findUser(cookie: string): Promise<UserRequester | undefined> {
    if (!TOKEN.test(cookie)) return undefined;
    const session = await findSession(database, cookie);
    if (session === undefined) return undefined;
    const member = await membership.find(session);
    if (member === undefined) return undefined;
    const { status: _, ...rest } = member;
    return { kind: 'user', ...rest, sessionId: session.id, anonymousSessionId: session.anonymousSessionId };
  }

  /** The anonymous session of the request: its cookie's, or that of its client id. */
  function session(request: FastifyRequest): { readonly value: string; readonly isNew: boolean } {
    const proven = provenSession(request);
    if (proven !== undefined) return { value: proven, isNew: false };
    return { value: ownSession(requiredClientId(request)), isNew: true };
  }

  return {
    async requester(request) {
      const clientId = givenClientId(request);
      const cookie = request.cookies[SESSION_COOKIE];
      const user = cookie === undefined ? undefined : await findUser(cookie);
      if (user !== undefined) return user;
      const proven = provenSession(request);
      return {
        kind: 'anonymous',
        ...(clientId === undefined ? {} : { clientKey: sha256(clientId) }),
        ...(proven === undefined ? {} : { sessionId: sessionIdOf(proven) }),
      };
    },
    bringsLogin: (request) => TOKEN.test(request.cookies[SESSION_COOKIE] ?? ''),
    hasClientId: (request) => givenClientId(request) !== undefined,
    ownerOf(request, requester) {
      if (requester.kind === 'user') {
        const { userId, teamId, sessionId } = requester;
        return { kind: 'user', userId, teamId, sessionId };
      }
      const clientKey = sha256(requiredClientId(request));
      return { kind: 'anonymous', clientKey, sessionId: sessionIdOf(session(request).value) };
    },
    anonymousSession(request, requester) {
      if (requester.kind === 'user') return requester.anonymousSessionId;
      if (requester.sessionId !== undefined) return requester.sessionId;
      const clientId = givenClientId(request);
      return clientId === undefined ? null : sessionIdOf(ownSession(clientId));
    },
    handOutSession(request, reply) {
      const { value, isNew } = session(request);
      if (isNew) setCookie(request, reply, withProof(value));
    },
    setSession: setCookie,
    renewSession(request, reply) {
      const cookie = request.cookies[SESSION_COOKIE];
      if (cookie !== undefined) setCookie(request, reply, cookie);
    },
    clearSession(request, reply) {
      void reply.clearCookie(SESSION_COOKIE, attributesFor(request));
    },
  };
}

/** Browsers treat localhost as a secure context, but store no Secure cookie of a plain http one. */
const attributesFor = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: !isLocalHost(request.hostname) }) as const;

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  void reply.setCookie(SESSION_COOKIE, value, { ...attributesFor(request), maxAge: SESSION_IDLE_MS / 1000 });
}

function givenClientId(request: FastifyRequest): string | undefined {
  const clientId = request.headers['client-id'];
  if (clientId === undefined || clientId === '') return undefined;
  if (typeof clientId !== 'string' || !CLIENT_ID.test(clientId)) throw new CatalogueError('client_id_invalid');
  return clientId;
}

function requiredClientId(request: FastifyRequest): string {
  const clientId = givenClientId(request);
  if (clientId === undefined) throw new CatalogueError('client_id_required');
  return clientId;
}
