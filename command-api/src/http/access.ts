import { CatalogueError } from '@clearcut/schemas/errors';
import { maySee } from '@clearcut/schemas/team/permissions';
import { isMember, type KeyRequester, type Member, type Requester } from '../kernel/requester.ts';
import type { Authenticator, Gates } from './authenticator.ts';
import type { Access, Contract } from '@clearcut/schemas/contracts/contract';
import { refuseForgery } from './csrf.ts';
import { requireSecretId } from './headers/client-id.ts';
import { apiKeyOf, isKeyInAddress, looksLikeOurs } from './headers/api-key.ts';
import type { HttpReply, HttpRequest } from './message.ts';

type Guarded = Pick<Contract, 'method' | 'credentials' | 'isUnsafe' | 'access' | 'scope' | 'beforeSecondFactor'>;

/**
 * Undefined when the route does not ask. A key precedes a cookie: programs send it on purpose.
 * @throws CatalogueError not_logged_in, client_id_required, client_id_invalid, forbidden, staff_second_factor_missing,
 * second_factor_setup_required, api_key_required, api_key_in_address, api_key_not_accepted, and what `KeyGate.admit`
 * throws
 */
export async function admit(
  contract: Guarded,
  request: HttpRequest,
  reply: HttpReply,
  { authenticator, keyGate }: Gates,
): Promise<Requester | KeyRequester | undefined> {
  if (isKeyInAddress(request)) throw new CatalogueError('api_key_in_address');
  const { access, credentials, scope } = contract;
  const key = apiKeyOf(request);
  if (credentials.includes('api-key')) {
    if (key === undefined) throw new CatalogueError('api_key_required');
    const requester = await keyGate.admit(key, scope, request, reply);
    if (!mayCall(requester.subject, access)) throw new CatalogueError('forbidden');
    return requester;
  }
  if (key !== undefined && looksLikeOurs(key) && access.who !== 'anyone') {
    throw new CatalogueError('api_key_not_accepted');
  }
  return admitBySession(contract, request, reply, authenticator);
}

async function admitBySession(
  contract: Guarded,
  request: HttpRequest,
  reply: HttpReply,
  authenticator: Authenticator,
): Promise<Requester | undefined> {
  const { access } = contract;
  const claimsMember = authenticator.claimsMember(request);
  const isPrivate = access.who === 'user' || access.who === 'admin' || access.who === 'staff';

  function refuseVisitor(): never {
    // A late upload answer with a new cookie would overwrite a login's.
    authenticator.handOutSession(request, reply);
    throw new CatalogueError('not_logged_in');
  }

  if (isPrivate && !claimsMember) refuseVisitor();
  // First, so that another site cannot learn who is logged in.
  refuseForgery(contract, request);
  if (access.who === 'anyone') return undefined;
  const requester = await authenticator.requester(request);
  if (isMember(requester)) {
    if (!mayCall(requester.subject, access)) throw new CatalogueError('forbidden');
    if (access.who === 'staff' && !requester.subject.hasSecondFactor) {
      throw new CatalogueError('staff_second_factor_missing');
    }
    if (requester.mustSetUpSecondFactor && access.who !== 'entrant' && contract.beforeSecondFactor !== true) {
      throw new CatalogueError('second_factor_setup_required');
    }
    return requester;
  }
  // As a visitor, the user would see an empty account.
  if (isPrivate || (access.who === 'visitor' && claimsMember)) refuseVisitor();
  const { clientKey, sessionId } = requester.subject;
  const isKnown = clientKey !== undefined || sessionId !== undefined;
  if (access.who === 'visitor') {
    if (!isKnown) throw new CatalogueError('client_id_required');
    requireSecretId(request);
  }
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
      return access.roles.some((role) => member.staffRoles.includes(role));
    case 'visitor':
    case 'user':
      return access.sections === undefined || access.sections.some((section) => maySee(member, section));
  }
}
