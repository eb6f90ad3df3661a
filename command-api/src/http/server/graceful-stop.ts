import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { acceptWaiting } from './waiting-connections.ts';

const IDLE_CHECK_MS = 50;

/** Answers requests already sent; resolves after the last. */
export async function stopGracefully(server: Server): Promise<void> {
  server.prependListener('request', closeAfterwards);
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Answers begun earlier promised keep-alive.
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closed;
  clearInterval(timer);
}

function closeAfterwards(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
}
