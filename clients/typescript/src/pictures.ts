import { ClearcutError } from './errors.ts';
import type { components, operations } from './generated.ts';
import { objectIn, type Send } from './transport.ts';

export type Picture = components['schemas']['Picture'];
export type Save = components['schemas']['Save'];
export type SettingsChange = components['schemas']['SettingsChange'];
type FileQuery = NonNullable<operations['getPictureFile']['parameters']['query']>;

/** Bytes, or a public address. */
export type Source = { readonly file: Blob | Uint8Array } | { readonly url: string };

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Set it to repeat a request after a restart. */
  readonly idempotencyKey?: string;
}

export type NewPicture = Source &
  RequestOptions & {
    readonly name?: string;
    readonly batchId?: string;
    /** Receives this picture's events, signed with the account's `key.webhookSecret`. */
    readonly webhookUrl?: string;
    /** Box corners or a point, in pixels. */
    readonly roi?: readonly [x1: number, y1: number, x2: number, y2: number];
    readonly point?: readonly [x: number, y: number];
  };

export const WAIT_SECONDS = 50;

export class Pictures {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Usually `processing`. @throws ClearcutError */
  async create({
    signal,
    idempotencyKey,
    name,
    batchId,
    webhookUrl,
    roi,
    point,
    ...source
  }: NewPicture): Promise<Picture> {
    const fields = { name, batchId, webhookUrl, roi: roi?.join(','), point: point?.join(',') };
    const body = (): FormData => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value);
      if ('url' in source) form.append('url', source.url);
      else form.append('file', blobOf(source.file), name ?? 'image');
      return form;
    };
    const call = { method: 'POST', path: '/v1/pictures/', body, wait: 0, signal, idempotencyKey } as const;
    return objectIn<Picture>(await this.#send(call));
  }

  async get(id: string, { signal, wait }: { signal?: AbortSignal; wait?: number } = {}): Promise<Picture> {
    const answer = await this.#send({ method: 'GET', path: pathOf(id), wait, signal });
    return objectIn<Picture>(answer);
  }

  /** @throws ClearcutError also when the cut-out failed */
  async whenReady(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Picture> {
    for (;;) {
      const picture = await this.get(id, { wait: WAIT_SECONDS, ...(signal === undefined ? {} : { signal }) });
      if (picture.status === 'ready') return picture;
      if (picture.status !== 'failed') continue;
      const { errorCode = 'image_failed', message = 'The background could not be removed' } = picture.error ?? {};
      throw new ClearcutError(message, { status: 200, code: errorCode });
    }
  }

  /** Newest first. */
  async *list({ batchId, signal }: { batchId?: string; signal?: AbortSignal } = {}): AsyncGenerator<Picture> {
    let cursor: string | undefined;
    do {
      const query = { limit: 100, batchId, cursor };
      const answer = await this.#send({ method: 'GET', path: '/v1/pictures/', query, signal });
      const page = await objectIn<components['schemas']['PictureList']>(answer);
      yield* page.pictures;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async changeSettings(id: string, settings: SettingsChange, options: RequestOptions = {}): Promise<Picture> {
    const body = (): string => JSON.stringify(settings);
    const answer = await this.#send({ method: 'PATCH', path: `${pathOf(id)}settings/`, body, ...options });
    return objectIn<Picture>(answer);
  }

  /** Costs one credit; free when saved already. */
  async save(
    id: string,
    {
      settings = {},
      acceptGuess = false,
      ...options
    }: RequestOptions & { settings?: SettingsChange; acceptGuess?: boolean } = {},
  ): Promise<Save> {
    const body = (): string => JSON.stringify({ ...settings, ...(acceptGuess ? { acceptGuess } : {}) });
    const key = options.idempotencyKey ?? crypto.randomUUID();
    for (;;) {
      const call = { method: 'POST', path: `${pathOf(id)}saves/`, body, wait: WAIT_SECONDS } as const;
      const answer = await this.#send({ ...call, ...options, idempotencyKey: key });
      const save = await objectIn<Save>(answer);
      if (save.status === 'completed') return save;
    }
  }

  async file(id: string, query: FileQuery = {}, { signal }: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const answer = await this.#send({ method: 'GET', path: `${pathOf(id)}file/`, query, signal });
    return new Uint8Array(await answer.arrayBuffer());
  }

  async delete(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    await this.#send({ method: 'DELETE', path: pathOf(id), signal });
  }
}

const pathOf = (id: string): string => `/v1/pictures/${encodeURIComponent(id)}/`;

/** @throws TypeError for a path, which would be an empty file */
function blobOf(file: Blob | Uint8Array): Blob {
  if (file instanceof Blob) return file;
  if (file instanceof Uint8Array) return new Blob([new Uint8Array(file)]);
  throw new TypeError('file is a Blob or a Uint8Array');
}
