import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { LoginWay } from '@clearcut/schemas/login/events';
import { cookieAttributes, ownCookie } from '../../http/headers/own-cookie.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { randomToken, tokenDigest } from '../random-token.ts';

const COOKIE = 'clearcut_second_factor';
const LIFETIME_SECONDS = 600;

interface PendingLogin {
  readonly userId: string;
  readonly way: LoginWay;
}

/**
 * Logins awaiting a second factor, each tied to a browser by its own cookie. The anonymous session stays until the code
 * is right.
 */
export interface PendingLogins {
  begin(login: PendingLogin, request: HttpRequest, reply: HttpReply): Promise<void>;
  /** @throws CatalogueError second_factor_expired */
  find(request: HttpRequest): Promise<PendingLogin>;
  end(request: HttpRequest, reply: HttpReply): Promise<void>;
}

export function createPendingLogins(database: Database, origin: () => string): PendingLogins {
  const name = (): string => ownCookie(COOKIE, origin());
  const tokenOf = ({ cookies }: HttpRequest): Buffer => tokenDigest(cookies[name()] ?? '');

  function setCookie(request: HttpRequest, reply: HttpReply, value: string, maxAge: number): void {
    reply.cookie(name(), value, { ...cookieAttributes(request, origin()), maxAge });
  }

  return {
    async begin({ userId, way }, request, reply) {
      const token = randomToken();
      await database.query(
        `INSERT INTO identity.pending_logins (token_digest, user_id, way, expires_at)
         VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
        [tokenDigest(token), userId, way, LIFETIME_SECONDS],
      );
      setCookie(request, reply, token, LIFETIME_SECONDS);
    },
    async find(request) {
      const [login] = await database.query<PendingLogin>(
        'SELECT user_id AS "userId", way FROM identity.pending_logins WHERE token_digest = $1 AND expires_at > now()',
        [tokenOf(request)],
      );
      if (login === undefined) throw new CatalogueError('second_factor_expired');
      return login;
    },
    async end(request, reply) {
      await database.query('DELETE FROM identity.pending_logins WHERE token_digest = $1', [tokenOf(request)]);
      setCookie(request, reply, '', 0);
    },
  };
}
