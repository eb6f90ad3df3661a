import type { Tx } from '@clearcut/platform/database/database';

/** NOTIFY channel (payload: a model's SHA-256) and PostgreSQL schema. */
export const modelsSeenChanged = 'read_models_seen';

export interface SeenModel {
  readonly sha256: string;
  readonly name: string;
  readonly version: string;
  readonly firstSeenAt: Date;
  readonly lastUsedAt: Date;
  /** Used for new pictures. */
  readonly isCurrent: boolean;
}

/** Newest first. */
export function listSeenModels(database: Tx): Promise<SeenModel[]> {
  return database.query<SeenModel>(
    `SELECT sha256, name, version, first_seen_at AS "firstSeenAt", last_used_at AS "lastUsedAt", is_current AS "isCurrent"
     FROM read_models_seen.model ORDER BY ordinal DESC`,
  );
}
