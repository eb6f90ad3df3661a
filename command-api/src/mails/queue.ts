import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { Plan } from '@clearcut/schemas/constants';
import type { BreakGlassReason } from '@clearcut/schemas/support/access';
import { DAY_MS } from '../kernel/time.ts';
import { LINK_LIFETIMES_MS } from './links.ts';

/** How long to try sending each kind. */
const RELEVANT_MS = {
  ...LINK_LIFETIMES_MS,
  'address-proved': DAY_MS,
  'sign-up-tried': DAY_MS,
  'address-change-asked': DAY_MS,
  'address-changed': DAY_MS,
  'address-taken': DAY_MS,
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
  refund: 7 * DAY_MS,
  'plan-changed': 7 * DAY_MS,
  'plan-cancelled': 7 * DAY_MS,
  'credits-low': DAY_MS,
  'credits-out': DAY_MS,
  'plan-ended': 7 * DAY_MS,
  'webhook-disabled': 3 * DAY_MS,
  'break-glass': 7 * DAY_MS,
  'support-cut-out': 7 * DAY_MS,
} as const;

export type MailKind = keyof typeof RELEVANT_MS;

const ABOUT_MONEY: ReadonlySet<MailKind> = new Set([
  'trial-ending',
  'payment-failed',
  'payment-action',
  'receipt',
  'refund',
  'plan-changed',
  'plan-cancelled',
  'plan-ended',
] as const);

/** The payer is owed these: they go to unproved addresses too. */
export const isAboutMoney = (kind: MailKind): boolean => ABOUT_MONEY.has(kind);

export interface MailDetails {
  /** Minor units. */
  readonly amount?: { readonly minor: number; readonly currency: string };
  /** ISO 8601. */
  readonly date?: string;
  readonly credits?: number;
  /** Null for a purchase without a plan. */
  readonly plan?: Plan | null;
  readonly host?: string;
  readonly key?: string;
  readonly breakGlass?: { readonly reason: BreakGlassReason; readonly text: string };
  /** File name, or the id once that is erased. */
  readonly picture?: string;
}

export interface QueuedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** For `credits-wanted` the asking member; null when only an address is known. */
  readonly userId: string | null;
  /** The recipient's; untranslated texts fall back to English. */
  readonly language: string;
  readonly facts: MailDetails;
}

/** NOTIFY channel. */
export const mailQueued = 'identity_mails';

const LEASE = '1 minute';
const MAX_PAUSE_SECONDS = 600;

/**
 * Sent after commit, with a link made then for the recipient's account; without one nothing is sent. So a request costs
 * the same with or without an account.
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
    [randomUUID(), kind, recipient, language, `${RELEVANT_MS[kind]} milliseconds`, userId ?? null, toJson(facts)],
  );
  await database.query(`SELECT pg_notify($1, '')`, [mailQueued]);
}

/** Locks the next due mail for a minute, after which another process may take it. */
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

export async function removeMail(database: Tx, id: string): Promise<void> {
  await database.query('DELETE FROM identity.mails WHERE id = $1', [id]);
}

/** Retries after 5 seconds, then with growing delays. */
export async function postponeMail(database: Tx, id: string): Promise<void> {
  await database.query(
    `UPDATE identity.mails SET due_at = now() + make_interval(secs => least($2, 5 * 2 ^ (attempts - 1))) WHERE id = $1`,
    [id, MAX_PAUSE_SECONDS],
  );
}

export async function removeMailsTo(database: Tx, recipient: string): Promise<void> {
  await database.query('DELETE FROM identity.mails WHERE lower(recipient) = lower($1)', [recipient]);
}
