import { createTransport } from 'nodemailer';
import type { MailTransport } from '../port.ts';

const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSmtpTransport({ url, from }: { readonly url: string; readonly from: string }): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...TIMEOUTS_MS });
  const domain = from.replace(/^.*@/s, '').replace(/>$/, '');
  return {
    async send({ to, subject, html, text, id, replyTo, attachment }) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        html,
        text,
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(attachment === undefined
          ? {}
          : {
              attachments: [
                { filename: attachment.name, contentType: attachment.mediaType, content: attachment.bytes },
              ],
            }),
        messageId: `<${id}@${domain}>`,
        // This address does not read out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    async close() {
      transport.close();
    },
  };
}
