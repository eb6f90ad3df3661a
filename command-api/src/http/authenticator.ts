import type { KeyScope } from '@clearcut/schemas/api-keys/rights';
import type { KeyRequester, MemberRequester, Requester } from '../kernel/requester.ts';
import type { HttpReply, HttpRequest } from './message.ts';

export const SESSION_COOKIE = 'clearcut_session';

/** What the edge asks about the sender of a request. */
export interface Authenticator {
  /** The sender, and the credential that proves it. @throws CatalogueError client_id_invalid */
  requester(request: HttpRequest): Promise<Requester>;
  /** Whether the request claims to come from a member, be it by a login that has ended. */
  claimsMember(request: HttpRequest): boolean;
  /** Refuses a member who has not proved for a while to be the owner of the account. @throws CatalogueError proof_required */
  requireProof(requester: MemberRequester): Promise<void>;
  /** Sends the cookie of the visitor's anonymous session along, when the request brought none of ours and has a client id. */
  handOutSession(request: HttpRequest, reply: HttpReply): void;
}

/** What the edge asks about the API key that a request brings. */
export interface KeyGate {
  /**
   * The key's owner. Counts the request, says in the head of the answer how many are left, and takes it down in the key's log.
   * @throws CatalogueError api_key_invalid, api_key_network_forbidden, api_key_scope_missing, too_many_requests
   */
  admit(key: string, scope: KeyScope | undefined, request: HttpRequest, reply: HttpReply): Promise<KeyRequester>;
  /** Whether pages of an origin may use some key. */
  allowsOrigin(origin: string): Promise<boolean>;
}

/** Those who know the senders of requests. */
export interface Gates {
  readonly authenticator: Authenticator;
  readonly keyGate: KeyGate;
}
