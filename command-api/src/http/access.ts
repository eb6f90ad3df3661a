import { CatalogueError } from '@clearcut/schemas/errors';
import { maySee } from '@clearcut/schemas/team/permissions';
import { isMember, type Member, type Requester } from '../kernel/requester.ts';
import type { Authenticator } from './authenticator.ts';
import type { Access, Contract } from './contract.ts';
import { refuseForgery } from './csrf.ts';
import type { HttpReply, HttpRequest } from './message.ts';

/**
 * Lets a request in to a route, or refuses it. Returns its sender; undefined where the route does not ask.
 * @throws CatalogueError not_logged_in, client_id_required, client_id_invalid, forbidden
 */
export async function admit(
  contract: Pick<Contract, 'method' | 'credentials' | 'isUnsafe' | 'access'>,
  request: HttpRequest,
  reply: HttpReply,
  authenticator: Authenticator,
): Promise<Requester | undefined> {
  const { access } = contract;
  const claimsMember = authenticator.claimsMember(request);
  const isPrivate = access.who === 'user' || access.who === 'admin' || access.who === 'staff';

  function refuseVisitor(): never {
    // A client asks who it is before it does anything else, so its uploads already bring this cookie. An upload whose answer came
    // later with a new cookie would overwrite that of a login.
    authenticator.handOutSession(request, reply);
    throw new CatalogueError('not_logged_in');
  }

  if (isPrivate && !claimsMember) refuseVisitor();
  // Before the login is looked up: another site must not even learn by the answer who is logged in.
  refuseForgery(contract, request);
  if (access.who === 'anyone') return undefined;
  const requester = await authenticator.requester(request);
  if (isMember(requester)) {
    if (!mayCall(requester.subject, access)) throw new CatalogueError('forbidden');
    return requester;
  }
  // Do not treat an ended login as a visitor: the user would see an empty account, and uploads would have no owner.
  if (isPrivate || (access.who === 'visitor' && claimsMember)) refuseVisitor();
  const { clientKey, sessionId } = requester.subject;
  const isKnown = clientKey !== undefined || sessionId !== undefined;
  if (access.who === 'visitor' && !isKnown) throw new CatalogueError('client_id_required');
  return requester;
}

export function mayCall(member: Member, access: Access): boolean {
  switch (access.who) {
    case 'anyone':
    case 'entrant':
      return true;
    case 'admin':
      return member.role === 'admin';
    case 'staff':
      return member.isStaff;
    case 'visitor':
    case 'user':
      return access.sections === undefined || access.sections.some((section) => maySee(member, section));
  }
}
