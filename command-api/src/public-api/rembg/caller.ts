import { derivedId } from '@clearcut/platform/event-store/event-id';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AnonymousOwner } from '@clearcut/schemas/transaction/events';
import type { KeyGate } from '../../http/authenticator.ts';
import { apiKeyOf, isKeyInAddress } from '../../http/headers/api-key.ts';
import { isOfOtherSite } from '../../http/headers/other-site.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { isLoopback } from '../../http/networks.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { Secret } from '../../kernel/secret.ts';

export interface CallerDeps {
  readonly keyGate: KeyGate;
  readonly secret: Secret;
}

/** A key of a team, whose credits pay; or a program of this machine, for which it is free. */
export type Caller =
  | { readonly kind: 'key'; readonly requester: KeyRequester }
  | { readonly kind: 'local'; readonly owner: AnonymousOwner };

/**
 * Who asks. rembg's own clients send no key: without one only programs of this machine are let in, and no page that a browser of this
 * machine shows, whose requests come from here too.
 * @throws CatalogueError api_key_in_address, api_key_required, what `KeyGate.admit` throws
 */
export async function callerOf(
  request: HttpRequest,
  reply: HttpReply,
  { keyGate, secret }: CallerDeps,
): Promise<Caller> {
  if (isKeyInAddress(request)) throw new CatalogueError('api_key_in_address');
  const key = apiKeyOf(request);
  if (key !== undefined) {
    return { kind: 'key', requester: await keyGate.admit(key, 'pictures:write', request, reply) };
  }
  const isLocal = isLoopback(request.ip) && !request.isForwarded && isLocalHost(request.hostname);
  if (!isLocal || isOfOtherSite(request)) throw new CatalogueError('api_key_required');
  // A digest that only this installation makes: no client id of a visitor opens these pictures.
  const clientKey = secret.digest('rembg-facade', 'owner').toString('hex');
  return { kind: 'local', owner: { kind: 'anonymous', clientKey, sessionId: derivedId('session', clientKey) } };
}
