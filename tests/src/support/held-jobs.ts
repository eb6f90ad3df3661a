import type { Tx } from '@clearcut/platform/database/database';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';

/**
 * Holds all jobs, whatever the workers do, so that the queue can be inspected.
 *
 * @returns releases them
 */
export async function holdJobs(database: Tx): Promise<() => Promise<void>> {
  await database.query(
    `CREATE FUNCTION message_bus.hold() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN NEW.available_at := 'infinity'; RETURN NEW; END $$`,
  );
  await database.query(
    `CREATE TRIGGER hold BEFORE INSERT ON message_bus.message FOR EACH ROW WHEN (NEW.topic = '${IMAGE_JOBS}')
     EXECUTE FUNCTION message_bus.hold()`,
  );
  return async () => {
    await database.query('DROP FUNCTION message_bus.hold() CASCADE');
    await database.query(`UPDATE message_bus.message SET available_at = now() WHERE available_at = 'infinity'`);
  };
}

/** Removes jobs that no worker has taken: a cut-out that no test looks at costs a third of a second of a core. */
export async function dropJobs(database: Tx): Promise<void> {
  await database.query(`DELETE FROM message_bus.message WHERE topic = $1 AND state = 'open' AND token IS NULL`, [
    IMAGE_JOBS,
  ]);
}
