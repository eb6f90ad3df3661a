import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { Plan } from '@clearcut/schemas/constants';
import type { BreakGlassReason } from '@clearcut/schemas/support/access';
import { LINK_LIFETIMES_MS } from './links.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The mails there are, and for how long it is worth trying to send each. */
const WORTH_SENDING_MS = {
  ...LINK_LIFETIMES_MS,
  'address-proved': DAY_MS,
  'password-changed': DAY_MS,
  'second-factor-added': DAY_MS,
  'second-factor-removed': DAY_MS,
  'second-factor-reset': DAY_MS,
  'passkey-added': DAY_MS,
  'passkey-removed': DAY_MS,
  'recovery-code-used': DAY_MS,
  'api-key-made': DAY_MS,
  'account-closed': DAY_MS,
  'credits-wanted': DAY_MS,
  'trial-ending': 2 * DAY_MS,
  'payment-failed': 3 * DAY_MS,
  'payment-action': 3 * DAY_MS,
  receipt: 7 * DAY_MS,
  'credits-low': DAY_MS,
  'credits-out': DAY_MS,
  'plan-ended': 7 * DAY_MS,
  'webhook-disabled': 3 * DAY_MS,
  'break-glass': 7 * DAY_MS,
} as const;

export type MailKind = keyof typeof WORTH_SENDING_MS;

/** What mails about payments, webhooks and API keys tell. Each text wants some of it, and all that it wants has to be there. */
export interface MailDetails {
  /** In minor units. */
  readonly amount?: { readonly minor: number; readonly currency: string };
  /** ISO 8601. */
  readonly date?: string;
  readonly credits?: number;
  /** Null for what is bought without one. */
  readonly plan?: Plan | null;
  /** Of a webhook. */
  readonly host?: string;
  /** An API key, as people see it. */
  readonly key?: string;
  /** Why staff opened a picture without its owner's consent. */
  readonly breakGlass?: { readonly reason: BreakGlassReason; readonly text: string; readonly pictureId: string };
}

export interface QueuedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** The account that the mail is about, which for `credits-wanted` is that of the member who asks; null where only its owner's address is known, as when a link is asked for. */
  readonly userId: string | null;
  /** Of the recipient; texts that are not there in it are English. */
  readonly language: string;
  readonly facts: MailDetails;
}

/** NOTIFY channel: there is something to send. */
export const mailQueued = 'identity_mails';

const LEASE = '1 minute';
const LONGEST_PAUSE_SECONDS = 600;

/**
 * Takes a mail to be sent once the surrounding transaction is committed. A link is made only when the mail is, for the account that
 * the recipient has by then; without one nothing is sent. So asking for a link does the same work whether there is an account or not.
 */
export async function queueMail(
  database: Tx,
  {
    kind,
    recipient,
    language,
    userId,
    facts = {},
  }: Pick<QueuedMail, 'kind' | 'recipient' | 'language'> & { readonly userId?: string; readonly facts?: MailDetails },
): Promise<void> {
  await database.query(
    `INSERT INTO identity.mails (id, kind, recipient, language, expires_at, user_id, facts)
     VALUES ($1, $2, $3, $4, now() + $5::interval, $6, $7)`,
    [randomUUID(), kind, recipient, language, `${WORTH_SENDING_MS[kind]} milliseconds`, userId ?? null, toJson(facts)],
  );
  await database.query(`SELECT pg_notify($1, '')`, [mailQueued]);
}

/** The next mail that is due, held for a minute: when the process dies, another one takes it. */
export async function takeMail(database: Database): Promise<QueuedMail | undefined> {
  await database.query('DELETE FROM identity.mails WHERE expires_at < now()');
  const [mail] = await database.query<QueuedMail>(
    `UPDATE identity.mails SET attempts = attempts + 1, due_at = now() + $1::interval
     WHERE id = (SELECT id FROM identity.mails WHERE due_at <= now() ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
     RETURNING id, kind, recipient, language, user_id AS "userId", facts`,
    [LEASE],
  );
  return mail;
}

/** Sent, or not to be sent: nothing is kept of it. */
export async function removeMail(database: Tx, id: string): Promise<void> {
  await database.query('DELETE FROM identity.mails WHERE id = $1', [id]);
}

/** Another try later: after 5 seconds, then ever more slowly. */
export async function postponeMail(database: Tx, id: string): Promise<void> {
  await database.query(
    `UPDATE identity.mails SET due_at = now() + make_interval(secs => least($2, 5 * 2 ^ (attempts - 1))) WHERE id = $1`,
    [id, LONGEST_PAUSE_SECONDS],
  );
}

export async function removeMailsTo(database: Tx, recipient: string): Promise<void> {
  await database.query('DELETE FROM identity.mails WHERE lower(recipient) = lower($1)', [recipient]);
}
