import { type Database, isConnectionError } from '@clearcut/platform/database/database';
import type { Mail, MailTransport } from '@clearcut/platform/mail/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findInvitation,
  isPending,
  nameOf,
} from '../identity/account/accounts.ts';
import { issueToken, LINK_LIFETIMES_MS, type LinkPurpose } from '../identity/tokens.ts';
import { repeat } from '../kernel/repeat.ts';
import { composeMail } from './compose.ts';
import { mailQueued, postponeMail, type QueuedMail, removeMail, takeMail } from './queue.ts';

/** In case a notification was missed, and for those that wait for another try. */
const LOOK_EVERY_MS = 5_000;

interface SenderParts {
  readonly database: Database;
  readonly transport: MailTransport;
  /** Origin of the product as people reach it. */
  readonly origin: () => string;
  readonly log: Logger;
}

/**
 * Sends what is queued, in this process and any number of others. A mail is removed once it was handed over; a process that dies in
 * between leaves it to be sent again, with a new link. What cannot be handed over is tried again until it is of no use any more.
 */
export async function startMailSender(parts: SenderParts): Promise<{ stop(): Promise<void> }> {
  const { database, log } = parts;
  const sending = repeat({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'mails cannot be sent'),
    async round(signal) {
      while (!signal.aborted && (await sendNext(parts)));
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
async function sendNext({ database, transport, origin, log }: SenderParts): Promise<boolean> {
  const queued = await takeMail(database);
  if (queued === undefined) return false;
  const mail = await write(database, queued, origin());
  if (mail === undefined) {
    await removeMail(database, queued.id);
    return true;
  }
  try {
    await transport.send(mail);
    await removeMail(database, queued.id);
  } catch (error) {
    // The server's own words: they may hold the address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ mail: queued.id, kind: queued.kind, code }, 'a mail was not taken; trying again later');
    await postponeMail(database, queued.id);
  }
  return true;
}

/** The mail, with a link that was made for it; undefined when there is nobody to send it to. */
async function write(database: Database, queued: QueuedMail, origin: string): Promise<Mail | undefined> {
  if (queued.kind === 'account-closed') return composeMail(queued, { origin });
  const account = await (queued.userId === null
    ? ((await findAccountByEmail(database, queued.recipient)) ?? (await findInvitation(database, queued.recipient)))
    : findAccount(database, queued.userId));
  if (account === undefined) return undefined;
  if (!isLink(queued.kind)) return composeMail(queued, { origin });
  // An invited person who asks for a password has no account yet: the invitation lets them in.
  const kind = isPending(account) ? 'invitation' : queued.kind;
  const token = await issueToken(database, account.id, kind);
  return composeMail({ ...queued, kind }, { origin, token, inviter: await inviterOf(database, account) });
}

const isLink = (kind: QueuedMail['kind']): kind is LinkPurpose => Object.hasOwn(LINK_LIFETIMES_MS, kind);

/** Name of who invited the account's owner; their team's mail must not carry addresses that somebody put into a name. */
export async function inviterOf(database: Database, account: Account): Promise<string> {
  const inviter = account.invitedBy === null ? undefined : await findAccount(database, account.invitedBy);
  if (inviter === undefined) return 'Clearcut';
  const name = nameOf(inviter);
  return /[./:]\S/.test(name) ? inviter.email : name;
}
