import type { Tx } from '@clearcut/platform/database/database';
import { isMissingTable } from '@clearcut/platform/database/missing-table';

/** Tells for each of these pictures where it came from, where that is known: see `identity.picture_origin`. */
export type FindOrigins = (transactionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function originsIn(database: Tx): FindOrigins {
  return async (transactionIds) => {
    try {
      const rows = await database.query<{ id: string; origin: string }>(
        'SELECT transaction_id AS id, origin FROM identity.picture_origin WHERE transaction_id = ANY($1)',
        [transactionIds],
      );
      return new Map(rows.map(({ id, origin }) => [id, origin]));
    } catch (error) {
      // A turn in the queue is not worth waiting for a process that may be of an older version for a while.
      if (isMissingTable(error)) return new Map();
      throw error;
    }
  };
}
