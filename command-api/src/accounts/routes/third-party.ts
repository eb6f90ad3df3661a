import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { cookieAttributes, ownCookie } from '../../http/headers/own-cookie.ts';
import { route, type Route } from '../../http/contract.ts';
import { authContracts as contracts } from '@clearcut/schemas/contracts/identity/account';
import { logIn } from '../log-in.ts';
import { accountOf, type AccountsDeps } from '../dependencies.ts';
import { accountFor } from '../third-party/account.ts';
import { thirdPartyLoginContracts as loginContracts } from '@clearcut/schemas/contracts/identity/third-party';
import { listLogins } from '../third-party/logins.ts';
import { unlinkLogin } from '../third-party/unlink.ts';
import { ATTEMPT_SECONDS, saveAttempt, takeAttempt } from '../third-party/attempts.ts';
import { ThirdPartyError } from '@clearcut/platform/third-party-login/port';

/** Ties the callback to the browser that started: a link cannot log a user into another person's account. */
const STATE_COOKIE = 'clearcut_oidc';

export function thirdPartyRoutes(deps: AccountsDeps): Route[] {
  const { database, thirdParty, origin } = deps;

  function setState(request: HttpRequest, reply: HttpReply, state: string, maxAge: number): void {
    reply.cookie(ownCookie(STATE_COOKIE, origin()), state, { ...cookieAttributes(request, origin()), maxAge });
  }

  return [
    route(loginContracts.list, async ({ requester }) => {
      const logins = await listLogins(database, requester.subject.userId);
      return {
        logins: logins.map(({ id, issuer, linkedAt }) => ({
          id,
          name: thirdParty?.name ?? new URL(issuer).host,
          linkedAt: linkedAt?.toISOString() ?? null,
        })),
      };
    }),
    route(loginContracts.unlink, async ({ params, request, requester }) => {
      await unlinkLogin(deps, await accountOf(deps, requester), params.id, request);
    }),
    route(contracts.thirdPartyStart, async ({ query, request, reply }) => {
      if (thirdParty === undefined) throw new CatalogueError('oidc_not_configured');
      if (isOtherNameOfThisMachine(request, origin())) return reply.redirect(origin() + request.url);
      await deps.rateLimits.countThirdPartyLogin(request.ip);
      const { type, return_to, visitor_id, language } = query;
      try {
        const { url, state, ...rest } = await thirdParty.begin();
        const returnTo = pathOfOurs(return_to, origin());
        await saveAttempt(database, state, {
          ...rest,
          type,
          returnTo,
          visitorId: visitor_id ?? null,
          language: language ?? null,
        });
        setState(request, reply, state, ATTEMPT_SECONDS);
        return reply.redirect(url.href);
      } catch (error) {
        return reply.redirect(failure(request, error, type));
      }
    }),
    route(contracts.thirdPartyCallback, async ({ request, reply, requester }) => {
      if (thirdParty === undefined) throw new CatalogueError('oidc_not_configured');
      const state = request.cookies[ownCookie(STATE_COOKIE, origin())] ?? '';
      setState(request, reply, '', 0);
      const attempt = await takeAttempt(database, state);
      try {
        if (attempt === undefined) throw new ThirdPartyError('invalid_token');
        const query = new URL(request.url, origin()).search;
        const claims = await thirdParty.finish(query, state, attempt);
        const userId = await accountFor(deps, claims, attempt, request);
        await logIn(deps, userId, 'third-party', { request, reply, requester });
        return reply.redirect(attempt.returnTo);
      } catch (error) {
        if (attempt !== undefined && isSecondFactorRequired(error)) {
          return reply.redirect(
            `/auth/second-factor?${new URLSearchParams({ return_to: attempt.returnTo }).toString()}`,
          );
        }
        return reply.redirect(failure(request, error, attempt?.type ?? 'login'));
      }
    }),
  ];
}

/** The callback goes to `localhost`, where cookies of 127.0.0.1 are missing. */
function isOtherNameOfThisMachine({ host, hostname }: HttpRequest, origin: string): boolean {
  const own = new URL(origin);
  return isLocalHost(hostname) && isLocalHost(own.hostname) && host !== own.host;
}

function failure(request: HttpRequest, error: unknown, type: 'login' | 'register'): string {
  const code = codeOf(error);
  if (code === 'generic' || code === 'invalid_token') {
    // Names only: a third party's answer can hold tokens and addresses.
    const { name, code: cause } = rootOf(error);
    request.log.warn({ outcome: code, name, cause }, 'a third-party login failed');
  }
  return `/?${new URLSearchParams({ oauth_error: code, type }).toString()}`;
}

const isSecondFactorRequired = (error: unknown): boolean =>
  error instanceof CatalogueError && error.code === 'second_factor_required';

function rootOf(error: unknown): { readonly name?: unknown; readonly code?: unknown } {
  if (!(error instanceof Error)) return {};
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function codeOf(error: unknown): ThirdPartyError['code'] {
  if (error instanceof ThirdPartyError) return error.code;
  if (error instanceof CatalogueError && error.code === 'user_disabled') return 'user_account_closed';
  return 'generic';
}

/** Returns a local path, or that of the pictures: `//evil.example` and the like lead elsewhere. */
export function pathOfOurs(path: string | undefined, origin: string): string {
  const fallback = '/app/my-images';
  if (path === undefined || !path.startsWith('/')) return fallback;
  try {
    const url = new URL(path, origin);
    // Resolving dot segments can produce two slashes: `/.//evil.example`.
    const isOurs = url.origin === origin && !url.pathname.startsWith('//');
    return isOurs ? `${url.pathname}${url.search}${url.hash}` : fallback;
  } catch {
    return fallback;
  }
}
