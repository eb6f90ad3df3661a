import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, publicInternet, type Target } from './address-policy.ts';

export interface GuardedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  readonly policy?: AddressPolicy;
  /** Milliseconds until the head of the answer. */
  readonly firstByteMs: number;
  readonly total: AbortSignal;
}

/** Checks the form only; the host is checked when sending. */
export const isWebAddress = ({ protocol, username, password }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';

/**
 * Follows no redirects. Resolves once, requires every address to be allowed, and connects to the checked one. Consume
 * the body or destroy the answer.
 * @throws CatalogueError url_forbidden, url_unreachable, url_timeout
 */
export async function guardedRequest(asked: GuardedRequest): Promise<IncomingMessage> {
  const { url, policy = publicInternet, firstByteMs, total } = asked;
  const hop = AbortSignal.timeout(firstByteMs);
  const signal = AbortSignal.any([hop, total]);
  try {
    const addresses = await checkedAddresses(url, policy, signal);
    // `hop` must not cut a large answer.
    return await send(asked, addresses, hop);
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    if (total.aborted || hop.aborted) throw new CatalogueError('url_timeout', { cause: error });
    throw new CatalogueError('url_unreachable', { cause: error });
  }
}

async function checkedAddresses(url: URL, policy: AddressPolicy, signal: AbortSignal): Promise<readonly string[]> {
  const target = targetOf(url);
  const { hostname, port } = target;
  if (!policy.allowsPort(port, hostname)) throw new CatalogueError('url_forbidden');
  const addresses = await policy.resolve(hostname, signal);
  if (addresses.length === 0) throw new CatalogueError('url_unreachable');
  // A rebinding trick: the second attempt would reach an internal host.
  if (!addresses.every((address) => policy.allowsAddress(address, target))) {
    // A difference would reveal the names of our network.
    const isTelling = isIP(hostname) === 0 && !isLocalHost(hostname);
    throw new CatalogueError(isTelling ? 'url_unreachable' : 'url_forbidden');
  }
  return addresses;
}

export const targetOf = (url: URL): Target => ({
  hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
});

function send(
  { url, method, headers, body, total }: GuardedRequest,
  addresses: readonly string[],
  hop: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname } = targetOf(url);
    const options: RequestOptions = {
      hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method,
      // A kept-alive connection may have been checked under other rules.
      agent: false,
      lookup: pinned(addresses),
      headers: { host: url.host, 'accept-encoding': 'identity', ...headers },
      signal: total,
    };
    const request =
      url.protocol === 'https:'
        ? httpsRequest({ ...options, ...(isIP(hostname) === 0 ? { servername: hostname } : {}) })
        : httpRequest(options);
    const abort = (): void => void request.destroy(hop.reason as Error);
    hop.addEventListener('abort', abort, { once: true });
    request.once('response', (response) => {
      hop.removeEventListener('abort', abort);
      // Unheard, it would end the process.
      response.on('error', () => undefined);
      resolve(response);
    });
    const fail = (error: Error): void => {
      hop.removeEventListener('abort', abort);
      reject(error);
    };
    request.on('error', fail);
    // Alone after `101 Switching Protocols`.
    request.once('close', () => fail(new Error('The connection was closed before an answer')));
    request.end(body);
  });
}

function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const first = all[0];
    if (options.all === true || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  };
}
