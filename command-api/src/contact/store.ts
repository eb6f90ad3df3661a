import type { Database, Tx } from '@clearcut/platform/database/database';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { ContactForm, CONTACT_REASONS } from '@clearcut/schemas/contact/http';
import type { ContactFile, ReceivedForm } from './form.ts';

export interface KeptMessage {
  readonly id: string;
  readonly form: ContactForm;
  readonly reason: (typeof CONTACT_REASONS)[number];
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly file: ContactFile | undefined;
}

const LEASE = '1 minute';
const MAX_PAUSE_SECONDS = 3_600;

export async function keepMessage(database: Database, id: string, form: ReceivedForm): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO contact.messages (id, form, reason, email, subject, message, language, pictures)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, form.form, form.reason, form.email, form.subject, form.message, form.language, form.pictures],
    );
    if (form.file === undefined) return;
    await tx.query('INSERT INTO contact.files (message_id, name, media_type, bytes) VALUES ($1, $2, $3, $4)', [
      id,
      form.file.name,
      form.file.mediaType,
      form.file.bytes,
    ]);
  });
}

/** Locks the next message that is not logged or mailed for a minute, after which another process may take it. */
export async function takeMessage(
  database: Database,
  { mailed }: { readonly mailed: boolean },
): Promise<KeptMessage | undefined> {
  const [row] = await database.query<
    Omit<KeptMessage, 'file'> & { readonly name: string | null; readonly mediaType: string; readonly bytes: Buffer }
  >(
    `WITH taken AS (
       UPDATE contact.messages SET attempts = attempts + 1, due_at = now() + $1::interval
       WHERE id = (SELECT id FROM contact.messages WHERE due_at <= now() AND (NOT recorded OR ($2 AND NOT mailed))
                   ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT 1)
       RETURNING id, form, reason, email, subject, message)
     SELECT taken.*, f.name, f.media_type AS "mediaType", f.bytes FROM taken LEFT JOIN contact.files f ON f.message_id = taken.id`,
    [LEASE, mailed],
  );
  if (row === undefined) return undefined;
  const { name, mediaType, bytes, ...message } = row;
  return { ...message, file: name === null ? undefined : { name, mediaType, bytes } };
}

export async function markRecorded(database: Tx, id: string): Promise<void> {
  await database.query('UPDATE contact.messages SET recorded = true WHERE id = $1', [id]);
}

export async function markMailed(database: Tx, id: string): Promise<void> {
  await database.query('UPDATE contact.messages SET mailed = true WHERE id = $1', [id]);
}

export async function postpone(database: Tx, id: string): Promise<void> {
  await database.query(
    `UPDATE contact.messages SET due_at = now() + make_interval(secs => least($2, 5 * 2 ^ least(attempts - 1, 20))) WHERE id = $1`,
    [id, MAX_PAUSE_SECONDS],
  );
}

/** Oldest first. */
export async function findExpired(database: Database, limit: number): Promise<string[]> {
  const rows = await database.query<{ readonly id: string }>(
    `SELECT id FROM contact.messages WHERE received_at < now() - make_interval(years => $1) ORDER BY received_at LIMIT $2`,
    [RETENTION_YEARS.support, limit],
  );
  return rows.map(({ id }) => id);
}

export async function eraseMessage(database: Tx, id: string): Promise<void> {
  await database.query('DELETE FROM contact.messages WHERE id = $1', [id]);
}
