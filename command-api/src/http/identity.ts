import { createHash } from 'node:crypto';
import '@fastify/cookie';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AnonymousOwner } from '@clearcut/schemas/transaction/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requester } from '../identity/requester.ts';
import type { Secret } from '../identity/secret.ts';

export const SESSION_COOKIE = 'clearcut_session';

const CLIENT_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** 256 bits in base64url. */
const SESSION = /^[A-Za-z0-9_-]{43}$/;
const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface Identity {
  /** The credentials that come with a request. @throws CatalogueError client_id_invalid */
  requester(request: FastifyRequest): Requester;
  /** Who acts, for an unsafe method. @throws CatalogueError client_id_required, client_id_invalid */
  actor(request: FastifyRequest): AnonymousOwner;
  /** Sends the session's cookie along, when the request brought none. */
  handOutSession(request: FastifyRequest, reply: FastifyReply): void;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sessionIdOf = (session: string): string => derivedId('session', sha256(session));

/**
 * Anonymous identity: a client id that the client made up, and a session cookie that only we can make. A client without a cookie
 * is given the session that its client id derives: were it drawn at random, each of several first requests sent at
 * once would be given another one, and the pictures of all but the last would be lost to the browser.
 */
export function createIdentity(secret: Secret): Identity {
  const ownSession = (clientId: string): string => secret.digest('session', clientId).toString('base64url');

  function session(request: FastifyRequest): { readonly value: string; readonly isNew: boolean } {
    const cookie = request.cookies[SESSION_COOKIE];
    if (cookie !== undefined && SESSION.test(cookie)) return { value: cookie, isNew: false };
    return { value: ownSession(requiredClientId(request)), isNew: true };
  }

  function actor(request: FastifyRequest): AnonymousOwner {
    const clientKey = sha256(requiredClientId(request));
    return { clientKey, sessionId: sessionIdOf(session(request).value) };
  }

  return {
    actor,
    requester(request) {
      const clientId = givenClientId(request);
      const cookie = request.cookies[SESSION_COOKIE];
      return {
        ...(clientId === undefined ? {} : { clientKey: sha256(clientId) }),
        ...(cookie === undefined ? {} : { sessionId: sessionIdOf(cookie) }),
      };
    },
    handOutSession(request, reply) {
      const { value, isNew } = session(request);
      if (!isNew) return;
      void reply.setCookie(SESSION_COOKIE, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: !isLocal(request.hostname),
        maxAge: SESSION_SECONDS,
      });
    },
  };
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

/** Browsers treat these as secure contexts, but store no Secure cookie of a plain http one. */
function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.[\d.]+|\[::1\])$/.test(hostname);
}
