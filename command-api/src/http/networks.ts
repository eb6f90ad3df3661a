import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const PROXY_HEADERS =
  /^(?:forwarded|via|cdn-loop|(?:x-|true-)?client-ip|x-(?:forwarded|real|cluster-client|original|envoy|appengine|azure|arr|amzn|vercel|nf|sucuri|proxyuser)(?:-.*)?|(?:cf|fastly|fly|akamai|incap|do-connecting)-.*)$/;

/** However near its proxy, the sender may be anywhere. */
export function isForwarded({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  // Most nginx default to HTTP/1.0 without proxy headers; no browser does.
  return httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** @param networks addresses or CIDR networks */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Treats IPv4-mapped IPv6, as from dual-stack sockets, as IPv4.
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

/** Groups IPv6 by network: an owner of one address has 2^64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()
    : parsed.toString();
}
