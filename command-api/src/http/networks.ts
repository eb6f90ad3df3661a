import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** By which proxies say what they hand on; no browser or program that asks by itself sends any of them. */
const PROXY_HEADERS =
  /^(?:forwarded|via|cdn-loop|(?:x-|true-)?client-ip|x-(?:forwarded|real|cluster-client|original|envoy|appengine|azure|arr|amzn|vercel|nf|sucuri|proxyuser)(?:-.*)?|(?:cf|fastly|fly|akamai|incap|do-connecting)-.*)$/;

/** Whether a proxy has handed a request on, so that its true sender may be anywhere, however near the proxy is. */
export function isForwarded({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  // No browser speaks HTTP/1.0. Most versions of nginx do, which ask for `localhost` and say nothing of themselves, unless told to.
  return httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether an address is one of `networks`, which are addresses or networks in CIDR notation. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // IPv4 in IPv6, as sockets that listen on both have it, is IPv4.
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : wholeOf(network);
    return base.kind() === parsed.kind() && parsed.match([base, bits] as [ipaddr.IPv4 & ipaddr.IPv6, number]);
  });
}

function wholeOf(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

/** What counts as one address: who has one IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
    : parsed.toString();
}
