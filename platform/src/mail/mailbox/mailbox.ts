import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { Mail, MailTransport } from '../port.ts';

export interface ReceivedMail extends Mail {
  readonly sentAt: Date;
}

export interface Mailbox extends MailTransport {
  /** Newest first; the oldest make room. @param to lists only mails to this address */
  list(to?: string): Promise<ReceivedMail[]>;
  find(id: string): Promise<ReceivedMail | undefined>;
}

const MAX_MAILS = 200;

const SELECT = `SELECT id, recipient AS "to", subject, html, text, sent_at AS "sentAt" FROM mailbox.mails`;

export async function openMailbox(database: Database): Promise<Mailbox> {
  await migrate(database, { schema: 'mailbox', directory: new URL('migrations/', import.meta.url) });
  return {
    async send({ id, to, subject, html, text }) {
      await database.query(
        `INSERT INTO mailbox.mails (id, recipient, subject, html, text) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET html = excluded.html, text = excluded.text, sent_at = now()`,
        [id, to, subject, html, text],
      );
      await database.query(
        'DELETE FROM mailbox.mails WHERE id IN (SELECT id FROM mailbox.mails ORDER BY sent_at DESC, id OFFSET $1)',
        [MAX_MAILS],
      );
    },
    list: (to) =>
      database.query(`${SELECT} WHERE $1::text IS NULL OR recipient = $1 ORDER BY sent_at DESC, id`, [to ?? null]),
    async find(id) {
      const [mail] = await database.query<ReceivedMail>(`${SELECT} WHERE id = $1`, [id]);
      return mail;
    },
    close: async () => undefined,
  };
}
