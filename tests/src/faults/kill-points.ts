import type { Installation } from '../support/installation.ts';
import { eventually, type Service } from '../support/product.ts';

const HOLD = 4_711;

/** A write that a service comes to: where it is held, the process dies right before it. */
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

/** Once an installation, before `killBefore`. */
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
 * Sends the request and kills the service right before it takes the step; resolves when another process answers.
 *
 * @param whileHeld what happens elsewhere while the service stands before the step
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
    // Its connection ends with the process.
    const answered = request().catch(() => undefined);
    const waiting = async (): Promise<number[]> =>
      (
        await database.query<{ pid: number }>(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
          [HOLD],
        )
      ).map(({ pid }) => pid);
    await eventually(async () => ((await waiting()).length > 0 ? true : undefined));
    await whileHeld?.();
    const held = await waiting();
    await product.replace(service);
    // The server does not notice that its client has gone.
    for (const pid of held) await database.query('SELECT pg_terminate_backend($1)', [pid]);
    await eventually(async () => ((await waiting()).some((pid) => held.includes(pid)) ? undefined : true));
    // The new process may have come to the step by itself: held, it would hold up the removal of what holds it.
    await holder.query('SELECT pg_advisory_unlock($1)', [HOLD]);
    await database.query(`DROP TRIGGER hold ON ${table}`);
    await answered;
  } finally {
    await holder.end();
  }
}
