import type { IncomingMessage } from 'node:http';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type AddressPolicy, guardedRequest, isWebAddress } from '../../../outgoing/index.ts';

const MAX_REDIRECTS = 5;
const MAX_URL_LENGTH = 2048;
/** Until the headers, per hop. */
const FIRST_BYTE_MS = 10_000;
/** All hops and the body. */
const TOTAL_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Prefers types we read, so that servers do not negotiate AVIF. */
const ACCEPT = 'image/png,image/jpeg,image/webp;q=0.9,*/*;q=0.1';

export interface FetchOptions {
  readonly policy?: AddressPolicy;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/** @throws CatalogueError url_required or url_invalid */
export function parseImageUrl(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw new CatalogueError('url_required', { validationErrors: { url: 'You must enter a URL' } });
  const url = trimmed.length > MAX_URL_LENGTH ? null : URL.parse(trimmed);
  if (url === null || !isWebAddress(url)) {
    throw new CatalogueError('url_invalid', { validationErrors: { url: 'Please enter a valid image URL' } });
  }
  return url;
}

/**
 * Guards each hop. `use` must consume the body.
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

async function follow(first: URL, options: FetchOptions, total: AbortSignal): Promise<IncomingMessage> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await get(url, options, total);
    if (!REDIRECTS.has(response.statusCode ?? 0)) return response;
    // A redirect's body is useless and might never end.
    response.destroy();
    const { location } = response.headers;
    const next = location === undefined ? null : URL.parse(asUtf8(location), url.href);
    if (next === null) throw new CatalogueError('url_unreachable');
    if (!isWebAddress(next)) throw new CatalogueError('url_forbidden');
    url = next;
  }
  throw new CatalogueError('url_unreachable');
}

function get(
  url: URL,
  { policy, firstByteMs = FIRST_BYTE_MS }: FetchOptions,
  total: AbortSignal,
): Promise<IncomingMessage> {
  return guardedRequest({
    url,
    method: 'GET',
    headers: { accept: ACCEPT, 'user-agent': 'Clearcut (image fetch on behalf of a user)' },
    ...(policy === undefined ? {} : { policy }),
    firstByteMs,
    total,
  });
}

function checkHeaders(response: IncomingMessage): void {
  if (response.statusCode !== 200) throw new CatalogueError('url_unreachable');
  const encoding = response.headers['content-encoding'] ?? 'identity';
  // We requested none, and unpacking would allow compression bombs.
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

/** Node decodes headers as Latin-1, while servers that do not encode an address send UTF-8. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : header;
}
