import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import ipaddr from 'ipaddr.js';

/** Host, without IPv6 brackets, and port. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** Injected, so that tests can serve pictures locally. */
export interface AddressPolicy {
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  allowsAddress(address: string, target: Target): boolean;
  allowsPort(port: number, hostname: string): boolean;
}

/** Others could reach an internal service behind a public name. */
const WEB_PORTS = new Set([80, 443, 8080, 8443]);

/** A public number, but the host's own agent on Azure. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/** All global unicast so far. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Refuses private, link-local (cloud metadata) and reserved ranges, and IPv6 that embeds IPv4, where a gateway would
 * decide the destination.
 */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST_V6);
  return !PLATFORM_ADDRESSES.has(parsed.toString());
}

export const publicInternet: AddressPolicy = {
  /** `lookup` would occupy one of two threads, so dead names would delay logins and mails. */
  async resolve(hostname, signal) {
    if (isIP(hostname) !== 0) return [hostname];
    // Reports it as forbidden rather than unreachable.
    if (isLocalHost(hostname)) return ['127.0.0.1'];
    signal.throwIfAborted();
    const resolver = new Resolver();
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    // Most names have one kind of address.
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    signal.throwIfAborted();
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  allowsAddress: isPublicUnicast,
  allowsPort: (port) => WEB_PORTS.has(port),
};
