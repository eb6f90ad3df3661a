import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import type { MailTransport } from '@clearcut/platform/mail/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { repeat } from '../kernel/repeat.ts';
import { composeMail, type MailFacts } from './compose.ts';
import { mailQueued, type MailKind, postponeMail, type QueuedMail, removeMail, takeMail } from './queue.ts';

/** Covers missed notifications and retries. */
const POLL_INTERVAL_MS = 5_000;

export interface Addressee extends Omit<MailFacts, 'origin' | 'freePictures' | 'hasCredits'> {
  readonly kind: MailKind;
}

interface SenderDeps {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly addresseeOf: (mail: QueuedMail) => Promise<Addressee | undefined>;
  readonly origin: () => string;
  readonly freePictures: number;
  readonly hasCredits: boolean;
  readonly log: Logger;
}

/**
 * Safe in several processes. Removes a mail after handing it over: a crash in between sends it again with a new link.
 * Retries while the mail is useful.
 */
export async function startMailSender(deps: SenderDeps): Promise<{ stop(): Promise<void> }> {
  const { database, log } = deps;
  const sending = repeat({
    everyMs: POLL_INTERVAL_MS,
    onError: (error) => log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'mails cannot be sent'),
    async round(signal) {
      while (!signal.aborted && (await sendNext(deps)));
    },
  });
  const stopListening = await database.listen(mailQueued, () => sending.wake());
  sending.wake();
  return {
    async stop() {
      await sending.stop();
      await stopListening();
    },
  };
}

async function sendNext({
  database,
  transport,
  addresseeOf,
  origin,
  freePictures,
  hasCredits,
  log,
}: SenderDeps): Promise<boolean> {
  const queued = await takeMail(database);
  if (queued === undefined) return false;
  const addressee = await addresseeOf(queued);
  if (addressee === undefined) {
    await removeMail(database, queued.id);
    return true;
  }
  const { kind, ...facts } = addressee;
  try {
    await transport.send(composeMail({ ...queued, kind }, { ...facts, origin: origin(), freePictures, hasCredits }));
    await removeMail(database, queued.id);
  } catch (error) {
    // The code only: the server's message may hold the address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ mail: queued.id, kind: queued.kind, code }, 'a mail was not taken; trying again later');
    await postponeMail(database, queued.id);
  }
  return true;
}
