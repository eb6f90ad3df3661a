import type { Member as TeamMember } from '@clearcut/projections/team/queries';
import type { KeyLimits, KeyMode, KeyScope } from '@clearcut/schemas/api-keys/rights';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { AnonymousOwner, Owner } from '@clearcut/schemas/transaction/events';

/** A person who is not logged in, known by digests in the form in which they stand in events. */
export interface Anonymous extends Partial<Omit<AnonymousOwner, 'kind'>> {
  readonly kind: 'anonymous';
}

/** A member of a team, with all that decides what they may do. */
export interface Member extends Omit<TeamMember, 'status' | 'requiresSecondFactor'> {
  readonly kind: 'user';
}

/** Commands carry the person alone: what people may do to a picture does not depend on how they proved who they are. */
export type Person = Anonymous | Member;

/** The cookie of a browser. */
interface Session<LoginId = string | null> {
  readonly kind: 'session';
  /** Id, not token, of the login; null before one. */
  readonly loginId: LoginId;
  /**
   * Whose pictures a login of this browser may link: a visitor's own anonymous session, or, after the login, the one that it came
   * from. Null for a visitor without cookie and client id.
   */
  readonly anonymousSessionId: string | null;
}

/** A key of a team, by which a program acts in the name of the member who made it. */
interface ApiKey {
  readonly kind: 'api-key';
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly limits: KeyLimits;
}

/** The proof of who sends a request. */
export type Credential = Session | ApiKey;

export interface VisitorRequester {
  readonly subject: Anonymous;
  readonly via: Session<null>;
}

export interface MemberRequester {
  readonly subject: Member;
  readonly via: Session<string>;
  /** The team asks for a second factor, and the account has none. */
  readonly mustSetUpSecondFactor: boolean;
}

/** Who sends a request to a route that takes sessions. */
export type Requester = VisitorRequester | MemberRequester;

/** Who sends a request to a route that takes API keys. */
export interface KeyRequester {
  readonly subject: Member;
  readonly via: ApiKey;
}

/** TypeScript does not narrow `requester` by `requester.subject.kind`. */
export const isMember = (requester: Requester): requester is MemberRequester => requester.subject.kind === 'user';

/**
 * The owner of what a requester uploads.
 * @throws CatalogueError client_id_required for a visitor without one: uploads are owned by browser and session together
 */
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

/** The actor's name in the log. */
export function actorOf(who: Owner | Member): Actor {
  return who.kind === 'user' ? { kind: 'user', id: who.userId } : { kind: 'anonymous', id: who.sessionId };
}
