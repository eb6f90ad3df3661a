import { Client } from 'pg';
import { type ServerCheck, throwOfServer, UnusableServerError } from '../server-check.ts';

const CONNECT_LIMIT_MS = 5_000;

const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'it does not let this user in',
  '28P01': 'it refuses the name or the password',
  '3D000': 'it has no such database',
};

export function databaseCheck(url: string, isEmbedded = false): ServerCheck {
  return {
    setting: isEmbedded ? undefined : 'DATABASE_URL',
    part: isEmbedded ? 'embedded database' : 'database',
    address: new URL(url).host,
    async ask() {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('SELECT 1');
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (REFUSALS[code] !== undefined) throw new UnusableServerError(REFUSALS[code], { cause: error });
        if (String(error).includes('does not support SSL')) {
          throw new UnusableServerError('it does not speak TLS', { cause: error });
        }
        throwOfServer(error);
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async close() {
      // One connection per check.
    },
  };
}
