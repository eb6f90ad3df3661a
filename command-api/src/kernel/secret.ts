import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';

/** Digests that only this installation can compute. */
export interface Secret {
  /** 32 bytes, deterministic. */
  digest(purpose: string, text: string): Buffer;
}

export async function loadSecret(database: Database): Promise<Secret> {
  await database.query('INSERT INTO identity.secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    'identity',
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await database.query<{ value: string }>('SELECT value FROM identity.secrets WHERE name = $1', [
    'identity',
  ]);
  if (row === undefined) throw new Error('The secret of the installation was deleted while it was read');
  return createSecret(Buffer.from(row.value, 'base64'));
}

function createSecret(key: Buffer): Secret {
  return { digest: (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest() };
}
