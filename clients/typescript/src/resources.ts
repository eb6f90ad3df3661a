import type { components } from './generated.ts';
import { objectIn, type Send } from './transport.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookSecret = Schemas['WebhookSecret'];
export type ApiKey = Schemas['ApiKey'];

export class Webhooks {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async list(): Promise<Webhook[]> {
    const answer = await this.#send({ method: 'GET', path: '/v1/webhooks/' });
    return (await objectIn<Schemas['WebhookList']>(answer)).webhooks;
  }

  /** Only this response holds the secret. */
  async add(webhook: Schemas['WebhookRequest']): Promise<WebhookSecret> {
    const call = { method: 'POST', path: '/v1/webhooks/', body: () => JSON.stringify(webhook) } as const;
    return objectIn<WebhookSecret>(await this.#send(call));
  }

  async change(id: string, changes: Schemas['WebhookChanges']): Promise<void> {
    await this.#send({ method: 'PATCH', path: pathOf('webhooks', id), body: () => JSON.stringify(changes) });
  }

  async remove(id: string): Promise<void> {
    await this.#send({ method: 'DELETE', path: pathOf('webhooks', id) });
  }

  async rotateSecret(id: string): Promise<WebhookSecret> {
    const answer = await this.#send({ method: 'POST', path: `${pathOf('webhooks', id)}rotate/` });
    return objectIn<WebhookSecret>(answer);
  }

  async test(id: string): Promise<void> {
    await this.#send({ method: 'POST', path: `${pathOf('webhooks', id)}test/` });
  }
}

export class Keys {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async list(): Promise<ApiKey[]> {
    const answer = await this.#send({ method: 'GET', path: '/v1/keys/' });
    return (await objectIn<Schemas['ApiKeyList']>(answer)).keys;
  }

  /** The successor of this client's key. The old one works for 7 more days. */
  async rotate(): Promise<Schemas['CreatedApiKey']> {
    const answer = await this.#send({ method: 'POST', path: '/v1/keys/rotate/' });
    return objectIn<Schemas['CreatedApiKey']>(answer);
  }

  async revoke(id: string): Promise<void> {
    await this.#send({ method: 'DELETE', path: pathOf('keys', id) });
  }
}

const pathOf = (kind: 'webhooks' | 'keys', id: string): string => `/v1/${kind}/${encodeURIComponent(id)}/`;
