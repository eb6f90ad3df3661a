import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import type { MailTransport } from '@clearcut/platform/mail/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { repeat } from '../kernel/repeat.ts';
import { composeMail, type MailFacts } from './compose.ts';
import { mailQueued, type MailKind, postponeMail, type QueuedMail, removeMail, takeMail } from './queue.ts';

/** In case a notification was missed, and for those that wait for another try. */
const LOOK_EVERY_MS = 5_000;

/** What is known of the recipient by the time that a mail is sent. */
export interface Addressee extends Omit<MailFacts, 'origin'> {
  /** The mail that suits them. */
  readonly kind: MailKind;
}

interface SenderDeps {
  readonly database: Database;
  readonly transport: MailTransport;
  /** Undefined when there is no one to send the mail to. */
  readonly addresseeOf: (mail: QueuedMail) => Promise<Addressee | undefined>;
  /** Origin of the product as people reach it. */
  readonly origin: () => string;
  readonly log: Logger;
}

/**
 * Sends what is queued, in this process and any number of others. A mail is removed once it was handed over; a process that dies in
 * between leaves it to be sent again, with a new link. What cannot be handed over is tried again until it is of no use any more.
 */
export async function startMailSender(deps: SenderDeps): Promise<{ stop(): Promise<void> }> {
  const { database, log } = deps;
  const sending = repeat({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'mails cannot be sent'),
    async round(signal) {
      while (!signal.aborted && (await sendNext(deps)));
    },
  });
  const stopListening = await database.listen(mailQueued, () => sending.wake());
  // For what was queued before we listened.
  sending.wake();
  return {
    async stop() {
      await sending.stop();
      await stopListening();
    },
  };
}

/** False when nothing is due. */
async function sendNext({ database, transport, addresseeOf, origin, log }: SenderDeps): Promise<boolean> {
  const queued = await takeMail(database);
  if (queued === undefined) return false;
  const addressee = await addresseeOf(queued);
  if (addressee === undefined) {
    await removeMail(database, queued.id);
    return true;
  }
  const { kind, ...facts } = addressee;
  try {
    await transport.send(composeMail({ ...queued, kind }, { ...facts, origin: origin() }));
    await removeMail(database, queued.id);
  } catch (error) {
    // The server's own words: they may hold the address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ mail: queued.id, kind: queued.kind, code }, 'a mail was not taken; trying again later');
    await postponeMail(database, queued.id);
  }
  return true;
}
