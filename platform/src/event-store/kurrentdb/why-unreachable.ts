import { readFileSync } from 'node:fs';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { KurrentDbAddress } from './address.ts';

const LIMIT_MS = 3_000;

/**
 * Connects to each node as the client does, for the reason that the client keeps to itself: of a cluster it tells only that no node
 * answered. Undefined: a node takes connections, or a node is found by its DNS name alone.
 */
export async function whyUnreachable(address: KurrentDbAddress): Promise<Error | undefined> {
  const reasons = await Promise.all(address.hosts.map((at) => connectionError(address, at)));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function connectionError(
  { isSecure, authorityFile }: KurrentDbAddress,
  { host, port }: KurrentDbAddress['hosts'][number],
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const authority = authorityFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(authorityFile)] };
    const socket = isSecure
      ? connectTls({ host, port, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['h2'], ...authority })
      : connectPlain({ host, port });
    const end = (reason: Error | undefined): void => {
      socket.destroy();
      resolve(reason);
    };
    socket
      .setTimeout(LIMIT_MS, () => end(new Error('there was no answer')))
      .once(isSecure ? 'secureConnect' : 'connect', () => end(undefined))
      .once('error', end);
  });
}
