import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Clients that go on connecting after that have to try elsewhere. */
const ACCEPTING_MS = 1_000;
const SHORT_TURN_MS = 0.5;

/**
 * Resolves when no connection waits to be accepted. The caller has to close the server in the same turn of the loop.
 *
 * The system accepts connections before Node does, and Node takes one of them in a turn of its loop, so on a busy process many wait.
 * Closing the server resets them, and their senders, which have sent their requests already, cannot know whether those had an effect.
 * While connections are accepted none is served, since others would come in that time; they are served right afterwards.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  const accepted: Socket[] = [];
  const hold = (socket: Socket): void => {
    // Nothing else listens yet for the error of one that is reset meanwhile.
    socket.on('error', ignore);
    accepted.push(socket);
  };
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', hold);
  const deadline = performance.now() + ACCEPTING_MS;
  // The first turn may be one that has looked for connections already.
  await nextTurn();
  for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
    const [before, started] = [accepted.length, performance.now()];
    await nextTurn();
    // In a turn that took long, a connection may have come after the look.
    isQuiet = accepted.length === before && performance.now() - started < SHORT_TURN_MS;
  }
  server.off('connection', hold);
  for (const listener of listeners) server.on('connection', listener);
  setImmediate(() => {
    for (const socket of accepted) server.emit('connection', socket.off('error', ignore));
  });
}

const ignore = (): void => undefined;
