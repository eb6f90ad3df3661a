import type { Member as TeamMember } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { AnonymousOwner, Owner } from '@clearcut/schemas/transaction/events';

/** A person who is not logged in, known by digests in the form in which they stand in events. */
export interface Anonymous extends Partial<Omit<AnonymousOwner, 'kind'>> {
  readonly kind: 'anonymous';
}

/** A member of a team, with all that decides what they may do. */
export interface Member extends Omit<TeamMember, 'status'> {
  readonly kind: 'user';
}

/** Commands carry the person alone: what people may do to a picture does not depend on how they proved who they are. */
export type Person = Anonymous | Member;

/** The cookie of a browser. */
export interface Session<LoginId = string | null> {
  readonly kind: 'session';
  /** Id, not token, of the login; null before one. */
  readonly loginId: LoginId;
  /**
   * Whose pictures a login of this browser may link: a visitor's own anonymous session, or, after the login, the one that it came
   * from. Null for a visitor without cookie and client id.
   */
  readonly anonymousSessionId: string | null;
}

/** The proof of who sends a request. An API key would be another member of this union. */
export type Credential = Session;

export interface VisitorRequester {
  readonly subject: Anonymous;
  readonly via: Session<null>;
}

export interface MemberRequester {
  readonly subject: Member;
  readonly via: Session<string>;
}

export type Requester = VisitorRequester | MemberRequester;

/** TypeScript does not narrow `requester` by `requester.subject.kind`. */
export const isMember = (requester: Requester): requester is MemberRequester => requester.subject.kind === 'user';

/**
 * The owner of what a requester uploads.
 * @throws CatalogueError client_id_required for a visitor without one: uploads are owned by browser and session together
 */
export function ownerOf(requester: Requester): Owner {
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
