import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../../http/contract.ts';
import { authContracts as contracts } from '@clearcut/schemas/contracts/identity/account';
import type { BrowserSession } from '../session/browser-session.ts';
import { endSession, endSessions, listSessions } from '../session/sessions.ts';

export function sessionRoutes({
  database,
  browserSession,
}: {
  readonly database: Database;
  readonly browserSession: BrowserSession;
}): Route[] {
  return [
    route(contracts.sessions, async ({ requester }) => {
      const sessions = await listSessions(database, requester.subject.userId, requester.subject.isStaff);
      return {
        sessions: sessions.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
          id,
          current: id === requester.via.loginId,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          userAgent,
        })),
      };
    }),
    route(contracts.endSession, async ({ params, request, reply, requester }) => {
      const { id } = params;
      if (!(await endSession(database, requester.subject.userId, id))) throw new CatalogueError('session_not_found');
      if (id === requester.via.loginId) browserSession.clear(request, reply);
    }),
    route(contracts.endOtherSessions, async ({ requester }) => {
      await endSessions(database, requester.subject.userId, { except: requester.via.loginId });
    }),
  ];
}
