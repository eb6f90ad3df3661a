import { createTransport } from 'nodemailer';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../../server-check.ts';

const LIMITS_MS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
/** Servers lock out frequent logins. */
const CHECK_INTERVAL_MS = 15_000;

export function smtpCheck(url: string): ServerCheck {
  let answeredAt = -Infinity;
  return {
    setting: 'SMTP_URL',
    part: 'mail server',
    address: new URL(url).host,
    async ask() {
      if (performance.now() - answeredAt < CHECK_INTERVAL_MS) return;
      const transport = createTransport({ url, ...LIMITS_MS });
      try {
        await transport.verify();
        answeredAt = performance.now();
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EAUTH') {
          throw new UnusableServerError('it refuses the name or the password', { cause: error });
        }
        throwOfServer(error);
      } finally {
        transport.close();
      }
    },
    async close() {
      // One connection per check.
    },
  };
}
