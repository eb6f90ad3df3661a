import { derivedId } from '@clearcut/platform/event-store/event-id';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AnonymousOwner } from '@clearcut/schemas/transaction/events';
import type { KeyGate } from '../../http/authenticator.ts';
import { apiKeyOf, isKeyInAddress } from '../../http/headers/api-key.ts';
import { isOfOtherSite } from '../../http/headers/other-site.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { isLoopback, isWithin } from '../../http/networks.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { Secret } from '../../kernel/secret.ts';

export interface CallerDeps {
  readonly keyGate: KeyGate;
  readonly secret: Secret;
  readonly rembgNetworks: readonly string[];
}

export type Caller =
  | { readonly kind: 'key'; readonly requester: KeyRequester }
  | { readonly kind: 'local'; readonly owner: AnonymousOwner };

/** A forwarded request may come from anywhere, however near its proxy is. */
export const isOfOwnNetwork = ({ ip, isForwarded }: HttpRequest, networks: readonly string[]): boolean =>
  !isForwarded && isWithin(ip, networks);

/**
 * rembg's clients send no key: without one, this machine and the operator's networks are admitted; browser pages only
 * from those networks.
 * @throws CatalogueError api_key_in_address, api_key_required, what `KeyGate.admit` throws
 */
export async function callerOf(
  request: HttpRequest,
  reply: HttpReply,
  { keyGate, secret, rembgNetworks }: CallerDeps,
): Promise<Caller> {
  if (isKeyInAddress(request)) throw new CatalogueError('api_key_in_address');
  const key = apiKeyOf(request);
  if (key !== undefined) {
    return { kind: 'key', requester: await keyGate.admit(key, 'pictures:write', request, reply) };
  }
  const isLocal = isLoopback(request.ip) && !request.isForwarded && isLocalHost(request.hostname);
  const isOwn = isOfOwnNetwork(request, rembgNetworks);
  if (!isOwn && (!isLocal || isOfOtherSite(request))) throw new CatalogueError('api_key_required');
  // Only this installation can compute it: no visitor's client id opens these pictures.
  const clientKey = secret.digest('rembg-facade', 'owner').toString('hex');
  return { kind: 'local', owner: { kind: 'anonymous', clientKey, sessionId: derivedId('session', clientKey) } };
}
