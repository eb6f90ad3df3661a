import type { Member as TeamMember } from '@clearcut/projections/team/queries';
import type { KeyLimits, KeyMode, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { AnonymousOwner, Owner } from '@clearcut/schemas/transaction/events';

export interface Anonymous extends Partial<Omit<AnonymousOwner, 'kind'>> {
  readonly kind: 'anonymous';
}

export interface Member extends Omit<TeamMember, 'status' | 'requiresSecondFactor' | 'secondFactorDue'> {
  readonly kind: 'user';
}

/** Access to pictures does not depend on the credential. */
export type Person = Anonymous | Member;

interface Session<LoginId = string | null> {
  readonly kind: 'session';
  /** Id of the login, not its token; null before one. */
  readonly loginId: LoginId;
  /** Owner of pictures that a login may link. Null without cookie and client id. */
  readonly anonymousSessionId: string | null;
}

interface ApiKey {
  readonly kind: 'api-key';
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly limits: KeyLimits;
}

export type Credential = Session | ApiKey;

export interface VisitorRequester {
  readonly subject: Anonymous;
  readonly via: Session<null>;
}

export interface MemberRequester {
  readonly subject: Member;
  readonly via: Session<string>;
  /** The team requires a second factor, and the account has none. */
  readonly mustSetUpSecondFactor: boolean;
  /** When it must be set up, while that is to come. */
  readonly secondFactorDue: Date | null;
}

export type Requester = VisitorRequester | MemberRequester;

export interface KeyRequester {
  readonly subject: Member;
  readonly via: ApiKey;
}

/** TypeScript does not narrow `requester` by `requester.subject.kind`. */
export const isMember = (requester: Requester): requester is MemberRequester => requester.subject.kind === 'user';

/** @throws CatalogueError client_id_required: browser and session together own uploads */
export function ownerOf(requester: Requester | KeyRequester): Owner {
  if (requester.via.kind === 'api-key') {
    const { userId, teamId } = requester.subject as Member;
    return { kind: 'user', userId, teamId, sessionId: requester.via.keyId };
  }
  return ownerBySession(requester as Requester);
}

function ownerBySession(requester: Requester): Owner {
  if (isMember(requester)) {
    const { subject, via } = requester;
    return { kind: 'user', userId: subject.userId, teamId: subject.teamId, sessionId: via.loginId };
  }
  const { clientKey } = requester.subject;
  const { anonymousSessionId } = requester.via;
  if (clientKey === undefined || anonymousSessionId === null) throw new CatalogueError('client_id_required');
  return { kind: 'anonymous', clientKey, sessionId: anonymousSessionId };
}

export function actorOf(who: Owner | Member, keyId?: string): Actor {
  if (who.kind !== 'user') return { kind: 'anonymous', id: who.sessionId };
  return { kind: 'user', id: who.userId, ...(keyId === undefined ? {} : { keyId }) };
}

export const keyOf = ({ via }: MemberRequester | KeyRequester): string | undefined =>
  via.kind === 'api-key' ? via.keyId : undefined;
