import type { AnonymousOwner, Owner } from '@clearcut/schemas/transaction/events';
import type { Actor } from '@clearcut/schemas/events/metadata';
import type { Member } from '@clearcut/projections/team/queries';

/** The credentials that somebody who is not logged in presents, in the form in which they stand in events. */
export interface AnonymousRequester extends Partial<Omit<AnonymousOwner, 'kind'>> {
  readonly kind: 'anonymous';
}

/** Somebody who is logged in, with all that decides what they may do. */
export interface UserRequester extends Omit<Member, 'status'> {
  readonly kind: 'user';
  /** Id, not token, of the login. */
  readonly sessionId: string;
  /** The anonymous session that the login came from: only its pictures may be linked. */
  readonly anonymousSessionId: string | null;
}

export type Requester = AnonymousRequester | UserRequester;

/** Who acts, as the log names them. */
export function actorOf(who: Owner | UserRequester): Actor {
  return who.kind === 'user' ? { kind: 'user', id: who.userId } : { kind: 'anonymous', id: who.sessionId };
}
