import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from './product.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders & Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Status of the answer; null if left unanswered. */
  readonly status: number | null;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers of the next messages, each once and in this order; null leaves one unanswered. Afterwards 204. */
  answerNext(...statuses: (number | null)[]): void;
  /** The first matching message, once received. */
  next(fits: (one: Received) => boolean): Promise<Received>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const statuses: (number | null)[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const [status = 204] = statuses.splice(0, 1);
    const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
    received.push({ headers: request.headers as Received['headers'], body, type, data, status });
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
  }

  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerNext: (...next) => void statuses.push(...next),
    next: (fits) => eventually(() => received.find(fits)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
