import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '@clearcut/platform/telemetry/logger';

/** A request as handlers see it, whatever framework received it. */
export interface HttpRequest {
  /** Also the id of its log lines, of the error it may end with, and of what it causes. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Address of the client; behind a trusted proxy the address that the proxy names. */
  readonly ip: string;
  /** Whether a proxy has handed it on. */
  readonly isForwarded: boolean;
  /** Name and port that the client asked for. */
  readonly host: string;
  /** The name alone. */
  readonly hostname: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  /** Aborted when the answer has been sent, or when the client goes away before. */
  readonly closed: AbortSignal;
}

export interface CookieAttributes {
  /** Whose hosts all get it. Undefined: the one host alone that sets it. */
  readonly domain?: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite: 'lax' | 'strict';
  readonly secure: boolean;
  /** In seconds; 0 removes the cookie. */
  readonly maxAge: number;
}

/** What is known of an answer afterwards. */
export interface SentReply {
  /** 499 where the client went away before an answer had begun. */
  readonly status: number;
  header(name: string): string | undefined;
  /** Since the request came, in milliseconds. */
  readonly ms: number;
}

/**
 * The head of an answer. The body is what the handler returns: a `Readable` is streamed, a string or bytes are sent as they are,
 * `undefined` is no body, anything else is sent as JSON.
 */
export interface HttpReply {
  /** Without it the status is the first that the contract names. */
  status(code: number): this;
  header(name: string, value: string | number): this;
  headers(values: Readonly<Record<string, string | number>>): this;
  cookie(name: string, value: string, attributes: CookieAttributes): this;
  /** Calls back once the answer was sent, or could not be. */
  onSent(listener: (sent: SentReply) => void): this;
  /** Default of `status`: 302. */
  redirect(address: string, status?: number): void;
}
