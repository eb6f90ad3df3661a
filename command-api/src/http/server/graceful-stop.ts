import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { acceptWaiting } from './waiting-connections.ts';

const IDLE_CHECK_MS = 50;

/**
 * Closes a server. Requests that have been sent are answered as ever, on connections that close afterwards; resolves when the last one
 * is answered.
 */
export async function stopGracefully(server: Server): Promise<void> {
  server.prependListener('request', closeAfterwards);
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Answers that had begun before promised to keep their connections open.
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closed;
  clearInterval(timer);
}

function closeAfterwards(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
}
