import type { Tx } from '@clearcut/platform/database/database';
import type { KeyLimits, KeyMode, KeyScope } from '@clearcut/schemas/api-keys/rights';

/** NOTIFY channel (payload: a key id) and PostgreSQL schema. */
export const apiKeyChanged = 'read_api_key';

export interface ApiKeyFacts {
  readonly id: string;
  readonly version: number;
  readonly teamId: string;
  readonly createdBy: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly limits: KeyLimits;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

const FACTS = `
  SELECT id, version, team_id AS "teamId", created_by AS "createdBy", mode, scopes, limits, created_at AS "createdAt", ends_at AS "endsAt"
  FROM read_api_key.api_key
  WHERE revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())`;

/** Undefined once revoked or ended. */
export async function findApiKey(database: Tx, id: string): Promise<ApiKeyFacts | undefined> {
  const [row] = await database.query<ApiKeyFacts>(`${FACTS} AND id = $1`, [id]);
  return row;
}

/** Usable keys, newest first. */
export function listApiKeys(database: Tx, teamId: string): Promise<ApiKeyFacts[]> {
  return database.query<ApiKeyFacts>(`${FACTS} AND team_id = $1 ORDER BY created_at DESC, id`, [teamId]);
}

/** 0 before there is a row. */
export async function findApiKeyVersion(database: Tx, id: string): Promise<number> {
  const [row] = await database.query<{ version: number }>('SELECT version FROM read_api_key.api_key WHERE id = $1', [
    id,
  ]);
  return row?.version ?? 0;
}
