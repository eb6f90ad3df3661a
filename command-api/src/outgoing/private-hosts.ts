import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PrivateHost } from '@clearcut/platform/config/private-hosts';
import ipaddr from 'ipaddr.js';
import type { AddressPolicy, Target } from './address-policy.ts';

export function withPrivateHosts(policy: AddressPolicy, hosts: readonly PrivateHost[]): AddressPolicy {
  if (hosts.length === 0) return policy;
  const atPort = (port: number): PrivateHost[] => hosts.filter((host) => host.port === null || host.port === port);
  const isNamed = ({ hostname, port }: Target): boolean => atPort(port).some(({ name }) => name === hostname);
  return {
    // DNS alone does not know the hosts file and search domains.
    resolve: async (hostname, signal) =>
      hosts.some(({ name }) => name === hostname) && isIP(hostname) === 0
        ? (await lookup(hostname, { all: true })).map(({ address }) => address)
        : policy.resolve(hostname, signal),
    allowsPort: (port, hostname) =>
      policy.allowsPort(port, hostname) ||
      atPort(port).some(({ name, network }) => network !== null || name === hostname),
    allowsAddress: (address, target) =>
      (policy.allowsPort(target.port, target.hostname) && policy.allowsAddress(address, target)) ||
      isNamed(target) ||
      atPort(target.port).some(({ network }) => network !== null && isIn(address, network)),
  };
}

function isIn(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Treats IPv4-mapped IPv6 as IPv4.
  const parsed = ipaddr.process(address);
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === parsed.kind() && parsed.match([base, bits] as [ipaddr.IPv4 & ipaddr.IPv6, number]);
}
