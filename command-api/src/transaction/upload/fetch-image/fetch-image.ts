import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, publicInternet } from './address-policy.ts';

const MAX_REDIRECTS = 5;
const MAX_URL_LENGTH = 2048;
/** Until the headers of an answer, for each hop. */
const FIRST_BYTE_MS = 10_000;
/** All hops and the body together. */
const TOTAL_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Types we read first, so that servers that negotiate do not answer with AVIF. */
const ACCEPT = 'image/png,image/jpeg,image/webp;q=0.9,*/*;q=0.1';

export interface FetchOptions {
  readonly policy?: AddressPolicy;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/**
 * An http or https address that a person typed.
 * @throws CatalogueError url_required or url_invalid
 */
export function parseImageUrl(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw new CatalogueError('url_required', { validationErrors: { url: 'You must enter a URL' } });
  const url = trimmed.length > MAX_URL_LENGTH ? null : URL.parse(trimmed);
  if (url === null || !isWeb(url) || url.username !== '' || url.password !== '') {
    throw new CatalogueError('url_invalid', { validationErrors: { url: 'Please enter a valid image URL' } });
  }
  return url;
}

/**
 * Fetches a picture from an address that a stranger chose. Each host is resolved once, every address it has must be
 * allowed, and the connection goes to exactly the address that was checked: a second look-up could answer differently.
 * `use` gets the body as it arrives; it must be consumed before `use` resolves.
 * @throws CatalogueError url_forbidden, url_unreachable, url_timeout, file_too_large; what `use` throws
 */
export async function fetchImage<T>(
  url: URL,
  options: FetchOptions,
  use: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const total = AbortSignal.timeout(options.totalMs ?? TOTAL_MS);
  const response = await follow(url, options, total);
  try {
    checkHeaders(response);
    return await use(bodyOf(response, total));
  } finally {
    response.destroy();
  }
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

async function follow(first: URL, options: FetchOptions, total: AbortSignal): Promise<IncomingMessage> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await get(url, options, total);
    if (!REDIRECTS.has(response.statusCode ?? 0)) return response;
    // The body of a redirect is of no interest, and reading it to its end might take for ever.
    response.destroy();
    const { location } = response.headers;
    const next = location === undefined ? null : URL.parse(location, url.href);
    if (next === null) throw new CatalogueError('url_unreachable');
    if (!isWeb(next) || next.username !== '' || next.password !== '') throw new CatalogueError('url_forbidden');
    url = next;
  }
  throw new CatalogueError('url_unreachable');
}

async function get(url: URL, options: FetchOptions, total: AbortSignal): Promise<IncomingMessage> {
  const hop = AbortSignal.timeout(options.firstByteMs ?? FIRST_BYTE_MS);
  const signal = AbortSignal.any([hop, total]);
  try {
    const addresses = await checkedAddresses(url, options.policy ?? publicInternet, signal);
    // The total limit alone stays on the body: `hop` must not cut a large picture that is on its way.
    return await answer(url, addresses, total, hop);
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    if (total.aborted || hop.aborted) throw new CatalogueError('url_timeout', { cause: error });
    throw new CatalogueError('url_unreachable', { cause: error });
  }
}

async function checkedAddresses(url: URL, policy: AddressPolicy, signal: AbortSignal): Promise<readonly string[]> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (!policy.allowsPort(port)) throw new CatalogueError('url_forbidden');
  const hostname = bareHostname(url);
  const addresses = await policy.resolve(hostname, signal);
  if (addresses.length === 0) throw new CatalogueError('url_unreachable');
  // One forbidden address among public ones is how a name is made to point inside on the second try.
  if (!addresses.every((address) => policy.allowsAddress(address))) throw new CatalogueError('url_forbidden');
  return addresses;
}

/** IPv6 addresses without the brackets they wear in URLs. */
const bareHostname = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

function answer(
  url: URL,
  addresses: readonly string[],
  total: AbortSignal,
  hop: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const hostname = bareHostname(url);
    const options: RequestOptions = {
      hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      // A connection of its own: one that is kept open could have been made to an address checked under other rules.
      agent: false,
      lookup: pinned(addresses),
      headers: {
        host: url.host,
        accept: ACCEPT,
        'accept-encoding': 'identity',
        'user-agent': 'Clearcut (image fetch on behalf of a user)',
      },
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
    request.end();
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

function checkHeaders(response: IncomingMessage): void {
  if (response.statusCode !== 200) throw new CatalogueError('url_unreachable');
  const encoding = response.headers['content-encoding'] ?? 'identity';
  // We asked for none. Unpacking would open the door to compressed bombs.
  if (encoding.toLowerCase() !== 'identity') throw new CatalogueError('url_unreachable');
  if (Number(response.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw new CatalogueError('file_too_large');
}

async function* bodyOf(response: IncomingMessage, total: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
  } catch (error) {
    throw new CatalogueError(total.aborted ? 'url_timeout' : 'url_unreachable', { cause: error });
  }
}
