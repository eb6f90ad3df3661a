import { ClearcutError } from './errors.ts';
import type { components } from './generated.ts';
import { Pictures, type NewPicture, type RequestOptions, type SettingsChange, WAIT_SECONDS } from './pictures.ts';
import { Keys, Webhooks } from './resources.ts';
import { createSend, objectIn, type Options, type RateLimit, type Send } from './transport.ts';

export { ClearcutError } from './errors.ts';
export type { NewPicture, Picture, RequestOptions, Save, SettingsChange, Source } from './pictures.ts';
export type { ApiKey, Keys, Webhook, Webhooks, WebhookSecret } from './resources.ts';
export type { Options, RateLimit } from './transport.ts';
export { verifyWebhook, WebhookError, type WebhookHeaders } from './webhooks.ts';

export type Account = components['schemas']['Account'];
export type Batch = components['schemas']['Batch'];
export type BatchSaves = components['schemas']['BatchSaves'];

/**
 * A Clearcut server.
 *
 * const clearcut = new Clearcut({ baseUrl: 'https://clearcut.example.com', apiKey: process.env.CLEARCUT_API_KEY });
 * const png = await clearcut.cutOut({ file: await readFile('photo.jpg') });
 */
export class Clearcut {
  readonly pictures: Pictures;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly #send: Send;
  readonly #options: Options;
  #rateLimit: RateLimit | undefined;

  /** @throws TypeError without a server or a key */
  constructor(options: Options = {}) {
    this.#options = options;
    this.#send = createSend(options, (limit) => {
      this.#rateLimit = limit;
    });
    this.pictures = new Pictures(this.#send);
    this.webhooks = new Webhooks(this.#send);
    this.keys = new Keys(this.#send);
  }

  /** From the newest answer. */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  withOptions(changes: Options): Clearcut {
    return new Clearcut({ ...this.#options, ...changes });
  }

  /**
   * HD PNG for one credit, or free with `quality: 'preview'`.
   * @throws ClearcutError
   */
  async cutOut({
    quality = 'hd',
    acceptGuess = false,
    ...picture
  }: NewPicture & {
    readonly quality?: 'hd' | 'preview';
    readonly acceptGuess?: boolean;
  }): Promise<Uint8Array> {
    const { signal } = picture;
    const listening = signal === undefined ? {} : { signal };
    const { id } = await this.pictures.create(picture);
    const { isGuess } = await this.pictures.whenReady(id, listening);
    if (isGuess && !acceptGuess && quality === 'hd') {
      // Only a person can tell whether it is worth a credit.
      throw new ClearcutError('The server is not sure what to keep of this picture', {
        status: 200,
        code: 'subject_not_found',
      });
    }
    if (quality === 'hd') await this.pictures.save(id, { ...listening, acceptGuess });
    return this.pictures.file(id, { quality }, listening);
  }

  async account({ signal }: { signal?: AbortSignal } = {}): Promise<Account> {
    return objectIn<Account>(await this.#send({ method: 'GET', path: '/v1/account/', signal }));
  }

  async createBatch(options: RequestOptions = {}): Promise<Batch> {
    return objectIn<Batch>(await this.#send({ method: 'POST', path: '/v1/batches/', ...options }));
  }

  async batch(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Batch> {
    const path = `/v1/batches/${encodeURIComponent(id)}/`;
    return objectIn<Batch>(await this.#send({ method: 'GET', path, signal }));
  }

  /** A credit for each picture. Call again while a save is `processing`. */
  async saveBatch(
    id: string,
    {
      settings = {},
      acceptGuess = false,
      ...options
    }: RequestOptions & { settings?: SettingsChange; acceptGuess?: boolean } = {},
  ): Promise<BatchSaves> {
    const path = `/v1/batches/${encodeURIComponent(id)}/saves/`;
    const body = (): string => JSON.stringify({ ...settings, acceptGuess });
    return objectIn<BatchSaves>(await this.#send({ method: 'POST', path, body, wait: WAIT_SECONDS, ...options }));
  }

  /** ZIP of the batch's files and `manifest.json`. */
  async batchArchive(
    id: string,
    { quality = 'hd', signal }: { quality?: 'hd' | 'preview'; signal?: AbortSignal } = {},
  ): Promise<Uint8Array> {
    const path = `/v1/batches/${encodeURIComponent(id)}/archive/`;
    const answer = await this.#send({ method: 'GET', path, query: { quality }, signal });
    return new Uint8Array(await answer.arrayBuffer());
  }
}
