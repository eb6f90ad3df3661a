import type { KeyScope } from '@clearcut/schemas/api-keys/rights';
import type { KeyRequester, MemberRequester, Requester } from '../kernel/requester.ts';
import type { HttpReply, HttpRequest } from './message.ts';

export const SESSION_COOKIE = 'clearcut_session';

export interface Authenticator {
  /** @throws CatalogueError client_id_invalid */
  requester(request: HttpRequest): Promise<Requester>;
  /** True for an ended login too. */
  claimsMember(request: HttpRequest): boolean;
  /** Requires a recent proof of ownership. @throws CatalogueError proof_required */
  requireProof(requester: MemberRequester): Promise<void>;
  /** Sets the anonymous session cookie when the request has a client id and none of our cookies. */
  handOutSession(request: HttpRequest, reply: HttpReply): void;
}

export interface KeyGate {
  /**
   * Counts and logs the request, and sets the rate limit headers.
   * @throws CatalogueError api_key_invalid, api_key_network_forbidden, api_key_scope_missing, too_many_requests
   */
  admit(key: string, scope: KeyScope | undefined, request: HttpRequest, reply: HttpReply): Promise<KeyRequester>;
  /** Counts and logs nothing: an open stream asks again. @throws CatalogueError as `admit`, without too_many_requests */
  recheck(key: string, scope: KeyScope | undefined, request: HttpRequest): Promise<KeyRequester>;
  allowsOrigin(origin: string): Promise<boolean>;
}

export interface Gates {
  readonly authenticator: Authenticator;
  readonly keyGate: KeyGate;
  /** @throws CatalogueError too_many_requests */
  readonly countChange: (caller: string) => Promise<void>;
}
