import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '@clearcut/platform/telemetry/logger';

export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** Client's address; behind a trusted proxy, the one it names. */
  readonly ip: string;
  readonly isForwarded: boolean;
  readonly host: string;
  readonly hostname: string;
  /** As the client called it, without a trailing slash. */
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Aborts when the answer is sent or the client goes away. */
  readonly closed: AbortSignal;
}

export interface CookieAttributes {
  /** Shared by the domain's hosts; undefined for this host only. */
  readonly domain?: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite: 'lax' | 'strict';
  readonly secure: boolean;
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number;
}

export interface SentReply {
  /** 499 when the client left before an answer began. */
  readonly status: number;
  header(name: string): string | undefined;
  /** Milliseconds since the request arrived. */
  readonly ms: number;
}

/**
 * The handler returns the body: a `Readable` is streamed, strings and bytes are sent as they are, anything else is
 * JSON.
 */
export interface HttpReply {
  /** Defaults to the contract's first status. */
  status(code: number): this;
  header(name: string, value: string | number): this;
  headers(values: Readonly<Record<string, string | number>>): this;
  cookie(name: string, value: string, attributes: CookieAttributes): this;
  onSent(listener: (sent: SentReply) => void): this;
  /** `status` defaults to 302. */
  redirect(address: string, status?: number): void;
}
