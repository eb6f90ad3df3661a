import type { Tx } from '@clearcut/platform/database/database';
import { isMissingTable } from '@clearcut/platform/database/missing-table';

/** Reads `identity.picture_origin`, as far as known. */
export type FindOrigins = (transactionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function originsIn(database: Tx): FindOrigins {
  return async (transactionIds) => {
    try {
      const rows = await database.query<{ id: string; origin: string }>(
        {
          name: 'identity.find_origins',
          text: 'SELECT transaction_id AS id, origin FROM identity.picture_origin WHERE transaction_id = ANY($1)',
        },
        [transactionIds],
      );
      return new Map(rows.map(({ id, origin }) => [id, origin]));
    } catch (error) {
      // An older process may not have the table yet.
      if (isMissingTable(error)) return new Map();
      throw error;
    }
  };
}
