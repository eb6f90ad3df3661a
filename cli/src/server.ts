import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings, Wanted } from './options.ts';

export interface CutOut {
  readonly bytes: Uint8Array;
  readonly credits: number;
}

/** Others may continue, unless there are no credits. */
export class RefusedError extends Error {
  readonly isWithoutCredits: boolean;

  constructor(message: string, isWithoutCredits: boolean) {
    super(message);
    this.name = 'RefusedError';
    this.isWithoutCredits = isWithoutCredits;
  }
}

const MAX_TRIES = 6;
const POLL_MS = 300;
const PATIENCE_MS = 120_000;
/** Longest wait for the refined edge. */
const REFINE_MS = 20_000;

export type Source = { readonly bytes: Uint8Array; readonly name: string } | { readonly url: string };

type ServerOptions = { readonly url: string } & Pick<Settings, 'apiKey'> &
  Pick<Wanted, 'size' | 'format' | 'background' | 'crop'>;

/** @throws RefusedError */
export function createServer(options: ServerOptions): (source: Source) => Promise<CutOut> {
  const clientId = `cli-${randomUUID()}`;
  const { apiKey } = options;
  return (source) => (apiKey === undefined ? asVisitor(options, clientId, source) : withKey(options, apiKey, source));
}

/** @throws RefusedError */
export async function readAccount({ url, apiKey = '' }: Pick<Settings, 'url' | 'apiKey'>): Promise<unknown> {
  const answer = await patiently(() => fetch(`${url}/v1/account`, { headers: { 'x-api-key': apiKey } }));
  return answer.json().catch(() => {
    throw new RefusedError(`${url} does not answer as Clearcut does.`, false);
  });
}

async function withKey(options: ServerOptions, apiKey: string, source: Source): Promise<CutOut> {
  const { url, size, format, background, crop } = options;
  const answer = await patiently(() => {
    const form = new FormData();
    const fields = { size, format, crop: String(crop), ...(background === undefined ? {} : { bg_color: background }) };
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    if ('url' in source) form.append('image_url', source.url);
    else form.append('image_file', new Blob([new Uint8Array(source.bytes)]), source.name);
    return fetch(`${url}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form });
  });
  const credits = Number(answer.headers.get('x-credits-charged') ?? 0);
  return { bytes: new Uint8Array(await answer.arrayBuffer()), credits };
}

async function asVisitor(options: ServerOptions, clientId: string, source: Source): Promise<CutOut> {
  const { url, format, background, crop } = options;
  const headers = { 'client-id': clientId };
  const uploaded = await patiently(() =>
    'url' in source
      ? fetch(`${url}/api/transaction/url/`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ url: source.url }),
        })
      : fetch(`${url}/api/transaction/?originalFileName=${encodeURIComponent(source.name)}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(source.bytes),
        }),
  );
  const { id } = (await uploaded.json()) as { id: string };
  await whenCutOut(`${url}/api/transaction/${id}`, headers);
  const query = new URLSearchParams({ format, crop: crop ? 'subject' : 'none', ...(background && { background }) });
  const answer = await patiently(() =>
    fetch(`${url}/api/transaction/${id}/download/low/?${query.toString()}`, { headers }),
  );
  return { bytes: new Uint8Array(await answer.arrayBuffer()), credits: 0 };
}

async function whenCutOut(address: string, headers: Record<string, string>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let refinedBy = Number.POSITIVE_INFINITY;
  while (Date.now() < Math.min(deadline, refinedBy)) {
    const answer = await patiently(() => fetch(address, { headers }));
    const { status, pipeline, error } = (await answer.json()) as {
      status: string;
      pipeline: { improved?: object };
      error: { message: string } | null;
    };
    if (status === 'UPLOAD_ERROR') throw new RefusedError(error?.message ?? 'It could not be cut out.', false);
    if (pipeline.improved !== undefined) return;
    if (status === 'UPLOADED') refinedBy = Math.min(refinedBy, Date.now() + REFINE_MS);
    await delay(POLL_MS);
  }
  if (refinedBy === Number.POSITIVE_INFINITY) throw new RefusedError('It took too long.', false);
}

/**
 * Retries too many requests and a busy server alone; a repeat costs nothing.
 * @throws RefusedError
 */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      if (tries === MAX_TRIES) throw new RefusedError(`The server is out of reach: ${reasonOf(error)}`, false);
      return undefined;
    });
    if (answer?.ok === true) return answer;
    const isPassing = answer === undefined || answer.status === 429 || answer.status === 503;
    if (!isPassing || tries === MAX_TRIES) {
      throw new RefusedError(
        answer === undefined ? 'The server is out of reach.' : await messageOf(answer),
        answer?.status === 402,
      );
    }
    const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    await answer?.body?.cancel();
    await delay(Number.isFinite(seconds) ? seconds * 1000 : 500 * 2 ** tries);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const body = JSON.parse(text) as { message?: string; errors?: { title: string }[] };
    return body.message ?? body.errors?.[0]?.title ?? `The server answered ${answer.status}.`;
  } catch {
    return `The server answered ${answer.status}.`;
  }
}
