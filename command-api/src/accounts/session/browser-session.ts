import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Member } from '@clearcut/projections/team/queries';
import { SESSION_LIFETIME_MS } from '@clearcut/schemas/constants';
import { type Authenticator, SESSION_COOKIE } from '../../http/authenticator.ts';
import { clientIdOf, validClientIdOf } from '../../http/headers/client-id.ts';
import { cookieAttributes, ownCookie, sharedCookie } from '../../http/headers/own-cookie.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import type { MemberRequester, VisitorRequester } from '../../kernel/requester.ts';
import type { Secret } from '../../kernel/secret.ts';
import { requireRecentProof } from './proof.ts';
import { endSession, findSession, isExpiredForStaff, type Session } from './sessions.ts';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface BrowserSession extends Authenticator {
  begin(request: HttpRequest, reply: HttpReply, token: string): void;
  clear(request: HttpRequest, reply: HttpReply): void;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const sessionIdOf = (session: string): string => derivedId('session', sha256(session));

/**
 * Holds a login token, or an anonymous session with proof that we issued it. Anything else counts as no cookie: an
 * ended login's token would live on as an anonymous session, shared with a thief. Anonymous sessions derive from the
 * client id: random ones would differ among concurrent first requests, and pictures would be lost.
 */
export function createBrowserSession({
  secret,
  database,
  origin,
  cookieDomain,
  findMember,
}: {
  readonly secret: Secret;
  readonly database: Database;
  readonly origin: () => string;
  /** Domain whose hosts share logins; undefined for a host-only cookie. */
  readonly cookieDomain: string | undefined;
  readonly findMember: (login: Session) => Promise<Member | undefined>;
}): BrowserSession {
  const cookieName = (): string => (cookieDomain === undefined ? ownCookie : sharedCookie)(SESSION_COOKIE, origin());
  const ownSession = (clientId: string): string => secret.digest('session', clientId).toString('base64url');
  const withProof = (session: string): string =>
    `${session}.${secret.digest('session-cookie', session).toString('base64url')}`;

  const attributesFor = (request: HttpRequest) => ({
    ...cookieAttributes(request, origin()),
    ...(cookieDomain === undefined ? {} : { domain: cookieDomain }),
  });

  function setCookie(request: HttpRequest, reply: HttpReply, value: string): void {
    reply.cookie(cookieName(), value, { ...attributesFor(request), maxAge: SESSION_LIFETIME_MS / 1000 });
  }

  function provenSession({ cookies }: HttpRequest): string | undefined {
    const cookie = cookies[cookieName()] ?? '';
    const [session = ''] = cookie.split('.');
    const [given, made] = [Buffer.from(cookie), Buffer.from(withProof(session))];
    return given.length === made.length && timingSafeEqual(given, made) ? session : undefined;
  }

  async function memberOf({ cookies }: HttpRequest): Promise<MemberRequester | undefined> {
    const token = cookies[cookieName()] ?? '';
    if (!TOKEN.test(token)) return undefined;
    const login = await findSession(database, token);
    if (login === undefined) return undefined;
    const member = await findMember(login);
    if (member === undefined) return undefined;
    if (member.isStaff && isExpiredForStaff(login)) {
      await endSession(database, login.userId, login.id);
      return undefined;
    }
    const { status: _, requiresSecondFactor, secondFactorDue, ...rights } = member;
    const { id: loginId, anonymousSessionId, hasSecondFactor } = login;
    return {
      subject: { kind: 'user', ...rights },
      via: { kind: 'session', loginId, anonymousSessionId },
      mustSetUpSecondFactor: requiresSecondFactor && !hasSecondFactor,
      secondFactorDue: hasSecondFactor ? null : secondFactorDue,
    };
  }

  function visitorOf(request: HttpRequest, clientId: string | undefined): VisitorRequester {
    const proven = provenSession(request);
    const session = proven ?? (clientId === undefined ? undefined : ownSession(clientId));
    return {
      subject: {
        kind: 'anonymous',
        ...(clientId === undefined ? {} : { clientKey: sha256(clientId) }),
        ...(proven === undefined ? {} : { sessionId: sessionIdOf(proven) }),
      },
      via: {
        kind: 'session',
        loginId: null,
        anonymousSessionId: session === undefined ? null : sessionIdOf(session),
      },
    };
  }

  return {
    async requester(request) {
      const clientId = clientIdOf(request);
      return (await memberOf(request)) ?? visitorOf(request, clientId);
    },
    claimsMember: ({ cookies }) => TOKEN.test(cookies[cookieName()] ?? ''),
    requireProof: (requester) => requireRecentProof(database, requester),
    handOutSession(request, reply) {
      const clientId = validClientIdOf(request);
      if (clientId === undefined || provenSession(request) !== undefined) return;
      setCookie(request, reply, withProof(ownSession(clientId)));
    },
    begin: setCookie,
    clear(request, reply) {
      reply.cookie(cookieName(), '', { ...attributesFor(request), maxAge: 0 });
    },
  };
}
