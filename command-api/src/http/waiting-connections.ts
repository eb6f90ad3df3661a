import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Under a load that never pauses, those who come last have to try elsewhere. */
const ACCEPTING_MS = 1_000;

/**
 * Resolves when no connection waits to be accepted, so that the server can be closed at once.
 *
 * The system accepts connections before we do, and Node takes one of them in a turn of its loop: on a busy process many wait. Closing the
 * server resets them, and their senders, who have sent their requests already, cannot know whether something was done.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = true;
  const onConnection = (): void => void (accepted = true);
  server.on('connection', onConnection);
  try {
    // The first turn may be one that has looked for connections before we listened to it.
    await nextTurn();
    for (const deadline = performance.now() + ACCEPTING_MS; accepted && performance.now() < deadline;) {
      accepted = false;
      await nextTurn();
    }
  } finally {
    server.off('connection', onConnection);
  }
}
