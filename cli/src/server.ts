import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { request, objectIn, pictureIn, until } from './answers.ts';
import type { Settings, Wanted } from './options.ts';
import { withRetries, RefusedError } from './retry.ts';
import type { CutOut, Source } from './source.ts';
import { byPoint } from './with-point.ts';

const POLL_MS = 300;
const CUT_OUT_TIMEOUT_MS = 120_000;
/** Longest wait for the refined edge. */
const REFINE_MS = 20_000;

type ServerOptions = { readonly url: string } & Pick<Settings, 'apiKey'> &
  Pick<Wanted, 'size' | 'format' | 'background' | 'crop' | 'mask' | 'point' | 'box'>;

/** @throws RefusedError */
export function createServer(options: ServerOptions): (source: Source, signal?: AbortSignal) => Promise<CutOut> {
  const clientId = `cli-${randomUUID()}`;
  const { apiKey, size } = options;
  return (source, cancelled) => {
    // The answer to a paid call is kept.
    const signal = size === 'preview' ? cancelled : undefined;
    return apiKey === undefined
      ? asVisitor(options, clientId, source, signal)
      : withKey(options, apiKey, source, signal);
  };
}

/** @throws RefusedError */
export async function readAccount({ url, apiKey = '' }: Pick<Settings, 'url' | 'apiKey'>): Promise<unknown> {
  return objectIn(await withRetries(() => request(`${url}/v1/account`, { headers: { 'x-api-key': apiKey } })));
}

async function withKey(
  options: ServerOptions,
  apiKey: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<CutOut> {
  const { url, size, format, background, crop, mask, point, box } = options;
  if (point !== undefined) return byPoint({ ...options, point }, apiKey, source, signal);
  const answer = await withRetries(() => {
    const form = new FormData();
    const fields = {
      size,
      format,
      crop: String(crop),
      ...(mask ? { channels: 'alpha' } : {}),
      ...(box === undefined
        ? {}
        : {
            roi: cornersOf(box)
              .map((corner) => `${corner}px`)
              .join(' '),
          }),
      ...(background === undefined ? {} : { bg_color: background }),
    };
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    if ('url' in source) form.append('image_url', source.url);
    else form.append('image_file', new Blob([new Uint8Array(source.bytes)]), source.name);
    return request(`${url}/v1.0/removebg`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: form,
      ...until(signal),
    });
  }, signal);
  const credits = Number(answer.headers.get('x-credits-charged') ?? 0);
  return { bytes: await pictureIn(answer), credits };
}

async function asVisitor(
  options: ServerOptions,
  clientId: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<CutOut> {
  const { url, format, background, crop, point, box } = options;
  const headers = { 'client-id': clientId };
  const subject = {
    ...(point === undefined ? {} : { point: `${point.x},${point.y}` }),
    ...(box === undefined ? {} : { roi: cornersOf(box).join(',') }),
  };
  const uploaded = await withRetries(
    () =>
      'url' in source
        ? request(`${url}/api/transaction/url/`, {
            ...until(signal),
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({
              url: source.url,
              ...(point === undefined ? {} : { point: [point.x, point.y] }),
              ...(box === undefined ? {} : { roi: cornersOf(box) }),
            }),
          })
        : request(
            `${url}/api/transaction/?${new URLSearchParams({ originalFileName: source.name, ...subject }).toString()}`,
            {
              ...until(signal),
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/octet-stream' },
              body: new Uint8Array(source.bytes),
            },
          ),
    signal,
  );
  const { id } = await objectIn<{ id: string }>(uploaded);
  await whenCutOut(`${url}/api/transaction/${id}`, { headers, ...until(signal) });
  const query = new URLSearchParams({ format, crop: crop ? 'subject' : 'none', ...(background && { background }) });
  const answer = await withRetries(
    () => request(`${url}/api/transaction/${id}/download/low/?${query.toString()}`, { headers, ...until(signal) }),
    signal,
  );
  return { bytes: await pictureIn(answer), credits: 0 };
}

const cornersOf = ({ x, y, width, height }: NonNullable<Wanted['box']>): number[] => [x, y, x + width, y + height];

async function whenCutOut(address: string, init: RequestInit): Promise<void> {
  const deadline = performance.now() + CUT_OUT_TIMEOUT_MS;
  let refinedBy = Number.POSITIVE_INFINITY;
  while (performance.now() < Math.min(deadline, refinedBy)) {
    const answer = await withRetries(() => request(address, init), init.signal ?? undefined);
    const { status, pipeline, error } = await objectIn<{
      status: string;
      pipeline: { improved?: object };
      error: { message: string } | null;
    }>(answer);
    if (status === 'UPLOAD_ERROR') throw new RefusedError(error?.message ?? 'It could not be cut out.', false);
    if (pipeline.improved !== undefined) return;
    if (status === 'UPLOADED') refinedBy = Math.min(refinedBy, performance.now() + REFINE_MS);
    await delay(POLL_MS, undefined, { signal: init.signal ?? undefined });
  }
  if (refinedBy === Number.POSITIVE_INFINITY) throw new RefusedError('It took too long.', false);
}
