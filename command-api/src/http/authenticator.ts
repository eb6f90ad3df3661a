import type { Requester } from '../kernel/requester.ts';
import type { HttpReply, HttpRequest } from './message.ts';

export const SESSION_COOKIE = 'clearcut_session';

/** What the edge asks about the sender of a request. */
export interface Authenticator {
  /** The sender, and the credential that proves it. @throws CatalogueError client_id_invalid */
  requester(request: HttpRequest): Promise<Requester>;
  /** Whether the request claims to come from a member, be it by a login that has ended. */
  claimsMember(request: HttpRequest): boolean;
  /** Sends the cookie of the visitor's anonymous session along, when the request brought none of ours and has a client id. */
  handOutSession(request: HttpRequest, reply: HttpReply): void;
}
