import { finished, Readable } from 'node:stream';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { CookieAttributes, HttpReply, HttpRequest, SentReply } from '../message.ts';
import { statusOf } from './request-log.ts';
import { isForwarded } from '../networks.ts';

export class ExpressRequest implements HttpRequest {
  readonly #request: Request;
  readonly #response: Response;
  #cookies: HttpRequest['cookies'] | undefined;
  #closed: AbortSignal | undefined;

  constructor(request: Request, response: Response) {
    this.#request = request;
    this.#response = response;
  }

  get id(): string {
    return this.#request.id as string;
  }
  get method(): string {
    return this.#request.method;
  }
  get url(): string {
    return this.#request.originalUrl;
  }
  get ip(): string {
    return this.#request.ip ?? '';
  }
  get isForwarded(): boolean {
    return isForwarded(this.#request);
  }
  get host(): string {
    // Express's type omits that HTTP/1.0 clients may send none.
    return this.#request.host ?? '';
  }
  get hostname(): string {
    return this.#request.hostname ?? '';
  }
  get origin(): string {
    return `${this.#request.protocol}://${this.host}`;
  }
  get headers(): HttpRequest['headers'] {
    return this.#request.headers;
  }
  get log(): Logger {
    return this.#request.log;
  }
  get cookies(): HttpRequest['cookies'] {
    this.#cookies ??= parseCookie(this.#request.headers.cookie ?? '');
    return this.#cookies;
  }
  get closed(): AbortSignal {
    this.#closed ??= closeOf(this.#response);
    return this.#closed;
  }
}

function closeOf(response: Response): AbortSignal {
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

export class ExpressReply implements HttpReply {
  readonly #response: Response;
  readonly #began = performance.now();
  #status: number | undefined;

  constructor(response: Response) {
    this.#response = response;
  }

  status(code: number): this {
    this.#status = code;
    return this;
  }
  header(name: string, value: string | number): this {
    this.#response.setHeader(name, value);
    return this;
  }
  headers(values: Readonly<Record<string, string | number>>): this {
    for (const [name, value] of Object.entries(values)) this.#response.setHeader(name, value);
    return this;
  }
  cookie(name: string, value: string, attributes: CookieAttributes): this {
    this.#response.append('set-cookie', stringifySetCookie({ name, value, ...attributes }));
    return this;
  }
  onSent(listener: (sent: SentReply) => void): this {
    const response = this.#response;
    const report = (): void =>
      listener({
        status: statusOf(response),
        header: (name) => response.getHeader(name)?.toString(),
        ms: performance.now() - this.#began,
      });
    if (response.closed) report();
    else response.once('close', report);
    return this;
  }
  redirect(address: string, status = 302): void {
    this.status(status).header('location', address);
  }

  /** Resolves when handed over. @throws what a stream fails with before its first byte */
  async send(body: unknown, defaultStatus = 200): Promise<void> {
    const response = this.#response;
    response.statusCode = this.#status ?? defaultStatus;
    if (body === undefined) response.end();
    else if (body instanceof Readable) await sendStream(body, response);
    else if (typeof body === 'string' || body instanceof Uint8Array) sendWhole(body, response);
    else {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      sendWhole(JSON.stringify(body), response);
    }
  }
}

function sendWhole(body: string | Uint8Array, response: Response): void {
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

function sendStream(body: Readable, response: Response): Promise<void> {
  // A client that left earlier emits no second `close`.
  if (response.req.method === 'HEAD' || response.destroyed) {
    body.destroy();
    response.end();
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const stop = (): void => void body.destroy();
    response.once('close', stop);
    finished(body, { writable: false }, (error) => {
      response.off('close', stop);
      if (error === null || error === undefined || response.destroyed) resolve();
      else if (response.headersSent) {
        response.req.log.error({ err: error }, 'an answer broke off');
        // Shows the client that the body is incomplete.
        response.destroy();
        resolve();
      } else {
        body.unpipe(response);
        reject(error);
      }
    });
    body.pipe(response);
  });
}
