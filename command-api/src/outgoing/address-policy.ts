import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import ipaddr from 'ipaddr.js';

/** Host, without the brackets of IPv6, and port of a request. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
}

/** What may be fetched from. Injected, so that tests can serve pictures from this machine. */
export interface AddressPolicy {
  /** All addresses of a host name. Ends when `signal` is aborted. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  allowsAddress(address: string, target: Target): boolean;
  /** Whether any address that the host may have can be reached at the port. */
  allowsPort(port: number, hostname: string): boolean;
}

/** The usual ports of web servers; others are how an internal service behind a public name would be reached. */
const WEB_PORTS = new Set([80, 443, 8080, 8443]);

/** Public by its number, but the host's own agent on Azure. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/** Everything that is routed as global unicast so far. What is outside, and not listed by ipaddr.js either, is not assigned yet. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public unicast only. Loopback, private, link-local (cloud metadata), carrier-grade NAT, documentation and reserved ranges are
 * refused, and so are the IPv6 forms that embed an IPv4 address (mapped, NAT64, 6to4, Teredo): the
 * gateway that translates them would decide where the packet goes.
 */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST_V6);
  return !PLATFORM_ADDRESSES.has(parsed.toString());
}

export const publicInternet: AddressPolicy = {
  /**
   * Asks DNS itself. `lookup` would take one of two threads until it ends, even when its caller has given up, and names without
   * a server that answers would hold up those of logins and mails. That DNS knows neither the hosts file nor search domains takes
   * nothing away: what they name is inside.
   */
  async resolve(hostname, signal) {
    if (isIP(hostname) !== 0) return [hostname];
    // DNS has no such name, and people are told that it is forbidden rather than that it cannot be reached.
    if (isLocalHost(hostname)) return ['127.0.0.1'];
    signal.throwIfAborted();
    const resolver = new Resolver();
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    // Most names have addresses of one kind alone, and are not found by the other.
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    signal.throwIfAborted();
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  allowsAddress: isPublicUnicast,
  allowsPort: (port) => WEB_PORTS.has(port),
};
