import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalHost } from '@clearcut/platform/config/integrations';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, publicInternet, type Target } from './address-policy.ts';

/** One request to an address that a person chose. */
export interface GuardedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
  readonly policy?: AddressPolicy;
  /** Until the head of the answer, in milliseconds. */
  readonly firstByteMs: number;
  /** Ends everything, the body of the answer too. */
  readonly total: AbortSignal;
}

/** Whether an address is one of the web that a request may be sent to at all: its host is looked at when the request is sent. */
export const isWebAddress = ({ protocol, username, password }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';

/**
 * Sends a request to an address that a stranger chose, and follows no redirect. The host is resolved once, every address it has must be
 * allowed, and the connection goes to exactly the address that was checked: a second look-up could answer differently.
 * The answer's body has to be consumed, or the answer destroyed.
 * @throws CatalogueError url_forbidden, url_unreachable, url_timeout
 */
export async function guardedRequest(asked: GuardedRequest): Promise<IncomingMessage> {
  const { url, policy = publicInternet, firstByteMs, total } = asked;
  const hop = AbortSignal.timeout(firstByteMs);
  const signal = AbortSignal.any([hop, total]);
  try {
    const addresses = await checkedAddresses(url, policy, signal);
    // The total limit alone stays on the body: `hop` must not cut a large answer that is on its way.
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
  // One forbidden address among public ones is how a name is made to point inside on the second try.
  if (!addresses.every((address) => policy.allowsAddress(address, target))) {
    // A name that leads inside is answered as one that leads nowhere: the difference would tell strangers the names of our network.
    const isTelling = isIP(hostname) === 0 && !isLocalHost(hostname);
    throw new CatalogueError(isTelling ? 'url_unreachable' : 'url_forbidden');
  }
  return addresses;
}

export const targetOf = (url: URL): Target => ({
  // IPv6 addresses without the brackets they wear in URLs.
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
      // A connection of its own: one that is kept open could have been made to an address checked under other rules.
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
      // Reported through the iteration of the body; without a listener it would end the process.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', (error) => {
      hop.removeEventListener('abort', abort);
      reject(error);
    });
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
