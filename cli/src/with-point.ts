import { randomUUID } from 'node:crypto';
import { request, objectIn, pictureIn, until } from './answers.ts';
import type { Wanted } from './options.ts';
import { withRetries, RefusedError } from './retry.ts';
import type { CutOut, Source } from './source.ts';

interface PointOptions extends Pick<Wanted, 'size' | 'format' | 'background' | 'crop' | 'mask'> {
  readonly url: string;
  readonly point: NonNullable<Wanted['point']>;
}

interface Picture {
  readonly id: string;
  readonly status: string;
  readonly isGuess: boolean;
  readonly error: { readonly message: string } | null;
}

const WAIT = { prefer: 'wait=55' } as const;
const MAX_WAITS = 4;

/** Uses `/v1`, since remove.bg's interface has no points. @throws RefusedError */
export async function byPoint(
  options: PointOptions,
  apiKey: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<CutOut> {
  const { url, size, format, background, crop, mask, point } = options;
  const headers = { 'x-api-key': apiKey };
  const send = (address: string, init: RequestInit = {}) => request(address, { headers, ...init, ...until(signal) });
  // Makes repeats of this call one picture.
  const own = randomUUID();
  const uploaded = await withRetries(() => {
    const form = new FormData();
    form.append('point', `${point.x},${point.y}`);
    if ('url' in source) form.append('url', source.url);
    else form.append('file', new Blob([new Uint8Array(source.bytes)]), source.name);
    const idempotency = { 'idempotency-key': own };
    return send(`${url}/v1/pictures/`, {
      method: 'POST',
      headers: { ...headers, ...WAIT, ...idempotency },
      body: form,
    });
  }, signal);
  let picture = await objectIn<Picture>(uploaded);
  const address = `${url}/v1/pictures/${picture.id}`;
  for (let waits = 1; picture.status === 'processing' && waits < MAX_WAITS; waits += 1) {
    const answer = await withRetries(() => send(`${address}/`, { headers: { ...headers, ...WAIT } }), signal);
    picture = await objectIn<Picture>(answer);
  }
  if (picture.status !== 'ready') throw new RefusedError(picture.error?.message ?? 'It took too long.', false);
  const isHd = size !== 'preview' && size !== 'small' && size !== 'regular';
  let credits = 0;
  if (isHd) {
    const saved = await withRetries(() => send(`${address}/saves/`, { method: 'POST' }), signal);
    credits = Number(saved.headers.get('x-credits-charged') ?? 0);
  }
  const query = new URLSearchParams({
    quality: isHd ? 'hd' : 'preview',
    format,
    crop: crop ? 'subject' : 'none',
    ...(mask ? { channels: 'alpha' } : {}),
    ...(background === undefined ? {} : { background }),
  });
  const file = await withRetries(() => send(`${address}/file/?${query.toString()}`), signal);
  return { bytes: await pictureIn(file), credits };
}
