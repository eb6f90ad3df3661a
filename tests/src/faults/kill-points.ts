import type { Database } from '@clearcut/platform/database/database';
import type { Installation } from '../support/installation.ts';
import { eventually, type Service } from '../support/product.ts';

/** Lock that a held process waits for. */
export const HOLD = 4_711;

/** A write of a service: held there, the process dies right before it. */
export interface Step {
  readonly name: string;
  readonly table: string;
  readonly write: 'INSERT' | 'UPDATE' | 'DELETE';
  /** SQL over NEW or OLD. */
  readonly when?: string;
}

export const event = (name: string): Step => ({
  name,
  table: 'event_store.event',
  write: 'INSERT',
  when: `NEW.type = '${name}'`,
});

/** Once per installation, before `killBefore`. */
export async function prepareKillPoints({ database }: Installation): Promise<void> {
  await database.query(`
    CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${HOLD});
      RETURN coalesce(NEW, OLD);
    END;
    $$`);
}

/**
 * Server processes held before a step in this database: the tests' server has other databases, with steps of their own.
 */
export async function heldIn(database: Database): Promise<number[]> {
  const held = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE datname = current_database() AND locktype = 'advisory' AND objid = $1 AND NOT granted`,
    [HOLD],
  );
  return held.map(({ pid }) => pid);
}

/**
 * Sends the request and kills the service right before the step; resolves when another process answers.
 *
 * @param whileHeld runs while the service is held
 */
export async function killBefore(
  product: Installation,
  { table, write, when = 'true' }: Step,
  request: () => Promise<unknown>,
  service: Service = 'command-api',
  whileHeld?: () => Promise<void>,
): Promise<void> {
  const { database } = product;
  const holder = await database.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [HOLD]);
    await database.query(
      `CREATE TRIGGER hold BEFORE ${write} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION public.hold()`,
    );
    let failure: { readonly error: unknown } | undefined;
    const answered = request().catch((error: unknown) => (failure = { error }));
    await eventually(async () => {
      // A refused request never reaches the step. Later its connection ends with the process.
      if (failure !== undefined) throw failure.error;
      return (await heldIn(database)).length > 0 ? true : undefined;
    });
    await whileHeld?.();
    const held = await heldIn(database);
    await product.replace(service);
    // The server does not notice that its client is gone.
    for (const pid of held) await database.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually(async () => ((await heldIn(database)).some((pid) => held.includes(pid)) ? undefined : true));
    // The new process may have reached the step itself: held, it would block the step's removal.
    await holder.query('SELECT pg_advisory_unlock($1)', [HOLD]);
    await database.query(`DROP TRIGGER hold ON ${table}`);
    await answered;
  } finally {
    await holder.end();
  }
}
