import { isIP } from 'node:net';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, isWebAddress, targetOf } from '../outgoing/index.ts';

/**
 * Normalises an address after the checks that need no lookup; the rest happens at each send.
 * @param field of the body, which errors name
 * @throws CatalogueError validation_failed
 */
export function readAddress(text: string, policy: AddressPolicy, field: string): string {
  const bad = (message: string): CatalogueError =>
    new CatalogueError('validation_failed', { validationErrors: { [field]: message } });
  const url = URL.parse(text);
  if (url === null || !isWebAddress(url)) throw bad('Please enter a valid http or https address');
  const target = targetOf(url);
  const { hostname, port } = target;
  const address = isLocalHost(hostname) && isIP(hostname) === 0 ? '127.0.0.1' : hostname;
  if (!policy.allowsPort(port, hostname)) throw bad('This port cannot be used');
  if (isIP(address) !== 0 && !policy.allowsAddress(address, target)) {
    throw bad('This address is not on the public internet');
  }
  return url.href;
}
