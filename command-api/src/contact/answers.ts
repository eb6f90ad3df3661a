import type { Database, Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ContactFile } from './form.ts';

export interface MessageLine {
  readonly id: string;
  readonly at: Date;
  readonly form: string;
  readonly reason: string;
  readonly subject: string;
  readonly answeredAt: Date | null;
  readonly teamId: string | null;
  readonly hasSupport: boolean;
  readonly assignedTo: string | null;
  readonly closedAt: Date | null;
}

export interface StoredMessage extends MessageLine {
  readonly email: string;
  readonly language: string;
  readonly message: string;
  readonly pictures: readonly string[];
  readonly fileName: string | null;
  /** Account with the sender's address. */
  readonly senderId: string | null;
}

export interface StoredAnswer {
  readonly id: string;
  readonly at: Date;
  readonly staffId: string;
  readonly text: string;
  readonly isMailed: boolean;
}

const LINE = `
  m.id, m.received_at AS at, m.form, m.reason, m.subject,
  (SELECT max(a.at) FROM contact.answers a WHERE a.message_id = m.id) AS "answeredAt",
  sender.team_id AS "teamId",
  EXISTS (SELECT 1 FROM billing.bought b WHERE b.team_id = sender.team_id AND b.price = 'support_addon') AS "hasSupport",
  m.assigned_to AS "assignedTo", m.closed_at AS "closedAt"`;

const SENDER = 'LEFT JOIN identity.users sender ON lower(sender.email) = lower(m.email)';

/** Open before closed, unanswered before answered, the support add-on's before others; then newest first. */
export function listMessages(database: Tx, limit: number): Promise<MessageLine[]> {
  return database.query<MessageLine>(
    `SELECT * FROM (SELECT ${LINE} FROM contact.messages m ${SENDER} ORDER BY m.received_at DESC LIMIT $1) latest
     ORDER BY ("closedAt" IS NOT NULL), ("answeredAt" IS NOT NULL), ("answeredAt" IS NULL AND "hasSupport") DESC, at DESC`,
    [limit],
  );
}

export async function findMessage(database: Tx, id: string): Promise<StoredMessage | undefined> {
  const [row] = await database.query<StoredMessage>(
    `SELECT ${LINE}, m.email, m.language, m.message, m.pictures, f.name AS "fileName", sender.id AS "senderId"
     FROM contact.messages m ${SENDER} LEFT JOIN contact.files f ON f.message_id = m.id WHERE m.id = $1`,
    [id],
  );
  return row;
}

export async function findMessageFile(database: Tx, id: string): Promise<ContactFile | undefined> {
  const [row] = await database.query<ContactFile>(
    'SELECT name, media_type AS "mediaType", bytes FROM contact.files WHERE message_id = $1',
    [id],
  );
  return row;
}

export function answersOf(database: Tx, messageId: string): Promise<StoredAnswer[]> {
  return database.query<StoredAnswer>(
    `SELECT id, at, staff_id AS "staffId", text, mailed AS "isMailed" FROM contact.answers
     WHERE message_id = $1 ORDER BY at, id`,
    [messageId],
  );
}

/** @throws CatalogueError idempotency_key_reused for another answer under its id */
export async function keepAnswer(
  database: Tx,
  answer: { readonly id: string; readonly messageId: string; readonly staffId: string; readonly text: string },
): Promise<void> {
  const kept = await database.query(
    `INSERT INTO contact.answers AS a (id, message_id, staff_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET text = a.text
       WHERE (a.message_id, a.staff_id, a.text) = (excluded.message_id, excluded.staff_id, excluded.text)
     RETURNING id`,
    [answer.id, answer.messageId, answer.staffId, answer.text],
  );
  if (kept.length === 0) throw new CatalogueError('idempotency_key_reused');
}

interface MessageChange {
  readonly staffId: string;
  readonly isMine: boolean | undefined;
  readonly isClosed: boolean | undefined;
}

/** Gives back only one's own: a colleague may have taken the message meanwhile. */
export async function changeMessage(
  database: Tx,
  id: string,
  { staffId, isMine, isClosed }: MessageChange,
): Promise<void> {
  await database.query(
    `UPDATE contact.messages SET
       assigned_to = CASE WHEN $3 THEN $2::uuid WHEN NOT $3 AND assigned_to = $2 THEN NULL ELSE assigned_to END,
       closed_at = CASE WHEN $4 THEN coalesce(closed_at, now()) WHEN NOT $4 THEN NULL ELSE closed_at END
     WHERE id = $1`,
    [id, staffId, isMine ?? null, isClosed ?? null],
  );
}

export interface AnswerToMail extends Pick<StoredMessage, 'email' | 'language' | 'subject' | 'message'> {
  readonly id: string;
  readonly text: string;
}

/** Locks the next unmailed answer for a minute, after which another process may take it. */
export async function takeAnswer(database: Database): Promise<AnswerToMail | undefined> {
  const [row] = await database.query<AnswerToMail>(
    `WITH taken AS (
       UPDATE contact.answers SET attempts = attempts + 1, due_at = now() + interval '1 minute'
       WHERE id = (SELECT id FROM contact.answers WHERE NOT mailed AND due_at <= now()
                   ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
       RETURNING id, message_id, text)
     SELECT taken.id, taken.text, m.email, m.language, m.subject, m.message
     FROM taken JOIN contact.messages m ON m.id = taken.message_id`,
  );
  return row;
}

export async function markAnswerMailed(database: Tx, id: string): Promise<void> {
  await database.query('UPDATE contact.answers SET mailed = true WHERE id = $1', [id]);
}

export async function postponeAnswer(database: Tx, id: string): Promise<void> {
  await database.query(
    `UPDATE contact.answers SET due_at = now() + make_interval(secs => least(3600, 5 * 2 ^ least(attempts - 1, 20))) WHERE id = $1`,
    [id],
  );
}
