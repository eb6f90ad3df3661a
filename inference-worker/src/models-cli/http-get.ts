import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';

const MAX_REDIRECTS = 5;
const SILENCE_MS = 60_000;

/**
 * Follows redirects; the caller reads or destroys the body. Not `fetch`: see nodejs/undici#5360.
 * @throws Error without an answer; the body fails after a minute without data
 */
export async function get(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await once(url, headers, signal);
    const { statusCode = 0, headers: answered } = response;
    if (statusCode < 300 || statusCode >= 400 || answered.location === undefined) return response;
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
    url = new URL(answered.location, url);
    if (!/^https?:$/.test(url.protocol)) throw new Error(`it redirects to ${url.protocol}`);
  }
}

function once(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsGet : httpGet)(url, { headers, signal }, resolve);
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('nothing came for a minute')));
    request.on('error', reject);
  });
}
