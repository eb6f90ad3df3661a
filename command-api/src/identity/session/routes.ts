import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../../http/contract.ts';
import { authContracts as contracts } from '../contracts.ts';
import type { IdentityParts } from '../../people/dependencies.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';

/** Where somebody is logged in, and how they end it. */
export function sessionRoutes({ database, identity }: IdentityParts): Route[] {
  return [
    route(contracts.sessions, async ({ requester, reply }) => {
      const sessions = await listSessions(database, requester.userId);
      void reply.header('cache-control', 'no-store');
      return {
        sessions: sessions.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
          id,
          current: id === requester.sessionId,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          userAgent,
        })),
      };
    }),
    route(contracts.endSession, async ({ params, request, reply, requester }) => {
      const id = params.id.toLowerCase();
      if (!(await endSession(database, requester.userId, id))) throw new CatalogueError('session_not_found');
      if (id === requester.sessionId) identity.clearSession(request, reply);
      await reply.status(204).send();
    }),
    route(contracts.endOtherSessions, async ({ reply, requester }) => {
      await endSessions(database, requester.userId, { except: requester.sessionId });
      await reply.status(204).send();
    }),
  ];
}
