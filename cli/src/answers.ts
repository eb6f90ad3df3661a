import { kindOf } from './files/whole.ts';
import { NoServerError } from './retry.ts';

/**
 * Reads to the end, so that a truncated answer can be requested again.
 * @throws RefusedError
 */
export async function request(address: string, init: RequestInit): Promise<Response> {
  const answer = await answerTo(address, init);
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

export const until = (signal: AbortSignal | undefined): RequestInit => (signal === undefined ? {} : { signal });

/** Never sends key or picture to another server; a file may be kept there. */
async function answerTo(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...init, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status < 300 || answer.status > 399 || location === null) return answer;
  const { origin } = new URL(address);
  const next = URL.canParse(location, address) ? new URL(location, address) : undefined;
  if (next !== undefined && init.method === undefined) {
    return fetch(
      next,
      next.origin === origin
        ? { ...init, redirect: 'error' }
        : { ...until(init.signal ?? undefined), redirect: 'error' },
    );
  }
  throw new NoServerError(`${origin} sends on to ${next?.origin ?? 'nowhere'}. CLEARCUT_URL must name the server.`);
}

/** @throws RefusedError for a page, such as a hotel's login page, in the picture's place */
export async function pictureIn(answer: Response): Promise<Uint8Array> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (kindOf(bytes) !== undefined) return bytes;
  throw new NoServerError('The answer is no picture: does CLEARCUT_URL name a Clearcut server?');
}

/** @throws RefusedError likewise */
export async function objectIn<T extends object>(answer: Response): Promise<T> {
  const value = (await answer.json().catch(() => null)) as T | null;
  if (typeof value === 'object' && value !== null) return value;
  throw new NoServerError("The answer is not Clearcut's: does CLEARCUT_URL name its server?");
}
