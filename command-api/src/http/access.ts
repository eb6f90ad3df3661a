import { CatalogueError } from '@clearcut/schemas/errors';
import { maySee } from '@clearcut/schemas/team/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requester, UserRequester } from '../kernel/requester.ts';
import type { Access, Contract } from './contract.ts';
import type { Identity } from '../identity/session/browser-session.ts';

/**
 * Lets a request in to a route, or refuses it. Returns who sends it; undefined where nobody asks.
 * @throws CatalogueError client_id_required, client_id_invalid, not_logged_in, forbidden
 */
export async function admit(
  { credentials, access }: Pick<Contract, 'credentials' | 'access'>,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity,
): Promise<Requester | undefined> {
  // Before anything else: another site must not even learn by the answer who is logged in.
  if (credentials === 'client-id' && !identity.hasClientId(request)) throw new CatalogueError('client_id_required');
  if (access.who === 'anyone') return undefined;
  const requester = await identity.requester(request);
  if (requester.kind === 'user') {
    if (!mayCall(requester, access)) throw new CatalogueError('forbidden');
    return requester;
  }
  // A login that has ended is no visitor: somebody who believes to be logged in would be shown nothing of theirs, and what they upload
  // would be nobody's. By this answer the client knows (SPEC section 4).
  if (access.who !== 'entrant' && (access.who !== 'visitor' || identity.bringsLogin(request))) {
    // A client asks who it is before it does anything else. Uploads that follow bring this cookie along, and none of them, answered
    // late, overwrites that of a login with an anonymous one of its own.
    if (identity.hasClientId(request)) identity.handOutSession(request, reply);
    throw new CatalogueError('not_logged_in');
  }
  const { clientKey, sessionId } = requester;
  const isKnown = clientKey !== undefined || sessionId !== undefined;
  if (credentials === 'either' && !isKnown) throw new CatalogueError('client_id_required');
  return requester;
}

export function mayCall(user: UserRequester, access: Access): boolean {
  switch (access.who) {
    case 'anyone':
    case 'entrant':
      return true;
    case 'admin':
      return user.role === 'admin';
    case 'staff':
      return user.isStaff;
    case 'visitor':
    case 'user':
      return access.sections === undefined || access.sections.some((section) => maySee(user, section));
  }
}
