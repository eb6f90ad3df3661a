import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const ACCEPTING_MS = 1_000;
const SHORT_TICK_MS = 0.5;

/**
 * Accepts all waiting connections; the caller closes the server in the same tick. Node accepts one per tick, and
 * closing would reset the others: their senders could not tell whether requests had an effect.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  const accepted: Socket[] = [];
  const hold = (socket: Socket): void => {
    // Nothing else listens yet for a reset connection's error.
    socket.on('error', ignore);
    accepted.push(socket);
  };
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', hold);
  const deadline = performance.now() + ACCEPTING_MS;
  // This tick may have polled for connections already.
  await nextTurn();
  for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
    const [before, started] = [accepted.length, performance.now()];
    await nextTurn();
    // One may have arrived after the poll.
    isQuiet = accepted.length === before && performance.now() - started < SHORT_TICK_MS;
  }
  server.off('connection', hold);
  for (const listener of listeners) server.on('connection', listener);
  setImmediate(() => {
    for (const socket of accepted) server.emit('connection', socket.off('error', ignore));
  });
}

const ignore = (): void => undefined;
