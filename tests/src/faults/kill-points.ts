import type { Database } from '@clearcut/platform/database/database';
import { type RunnerTestCase as Test, TestRunner } from 'vitest';
import type { Installation } from '../support/installation.ts';
import { eventually, type Service } from '../support/product.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';

/** Lock that a held process waits for. */
export const HOLD = 4_711;

/** A write of a service: held there, the process dies right before it. */
export interface Step {
  readonly name: string;
  /** Texts of an append to the log, for a log outside the database. */
  readonly append?: readonly string[];
  readonly table: string;
  readonly write: 'INSERT' | 'UPDATE' | 'DELETE';
  /** SQL over NEW or OLD. */
  readonly when?: string;
}

/** @param id in the name of the stream: of one picture or team only */
export const event = (name: string, id = ''): Step => ({
  name,
  append: id === '' ? [name] : [name, id],
  table: 'event_store.event',
  write: 'INSERT',
  when: `NEW.type = '${name}' AND NEW.stream_id LIKE '%${id}'`,
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
 * Server processes held before a step in this database: the tests' server has other databases, with their own steps.
 */
export async function heldIn(database: Database): Promise<number[]> {
  const held = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE datname = current_database() AND locktype = 'advisory' AND objid = $1 AND NOT granted`,
    [HOLD],
  );
  return held.map(({ pid }) => pid);
}

interface Hold {
  isReached(): Promise<boolean>;
  /** After the end of the held process. */
  release(): Promise<void>;
}

async function holdInDatabase({ database }: Installation, { table, write, when = 'true' }: Step): Promise<Hold> {
  const holder = await database.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HOLD]);
  await database.query(
    `CREATE TRIGGER hold BEFORE ${write} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION public.hold()`,
  );
  let held: number[] = [];
  return {
    async isReached() {
      held = await heldIn(database);
      return held.length > 0;
    },
    async release() {
      // The server does not notice that its client is gone.
      for (const pid of held) await database.query('SELECT pg_terminate_backend($1)', [pid]);
      await eventually(async () => ((await heldIn(database)).some((pid) => held.includes(pid)) ? undefined : true));
      // The new process may have reached the step itself: held, it would block the step's removal.
      await holder.query('SELECT pg_advisory_unlock($1)', [HOLD]);
      await database.query(`DROP TRIGGER hold ON ${table}`);
      await holder.end();
    },
  };
}

function holdInLog(proxy: TcpProxy, append: readonly string[]): Hold {
  const isReached = proxy.hold(append);
  return {
    isReached: async () => isReached(),
    release: async () => proxy.mend(),
  };
}

function holdAt(product: Installation, step: Step): Promise<Hold> | Hold {
  const isElsewhere = (product.settings['EVENT_STORE_URL'] ?? '') !== '';
  if (step.append === undefined || !isElsewhere) return holdInDatabase(product, step);
  if (product.logProxy === undefined) return skipTest('An append to a cluster or through TLS cannot be held');
  return holdInLog(product.logProxy, step.append);
}

/** Ends the current test as skipped. */
function skipTest(reason: string): never {
  const { context } = TestRunner.getCurrentTest<Test>();
  return context.skip(reason);
}

/**
 * Sends the request and kills the service right before the step; resolves when another process answers, and skips the
 * test where the step cannot be held.
 *
 * @param whileHeld runs while the service is held
 */
export async function killBefore(
  product: Installation,
  step: Step,
  request: () => Promise<unknown>,
  service: Service = 'command-api',
  whileHeld?: () => Promise<void>,
): Promise<void> {
  const hold = await holdAt(product, step);
  try {
    let failure: { readonly error: unknown } | undefined;
    const answered = request().catch((error: unknown) => (failure = { error }));
    await eventually(async () => {
      // A refused request never reaches the step. Later its connection ends with the process.
      if (failure !== undefined) throw failure.error;
      return (await hold.isReached()) ? true : undefined;
    });
    await whileHeld?.();
    await hold.isReached();
    await product.replace(service);
    await hold.release();
    await answered;
  } catch (error) {
    await hold.release().catch(() => undefined);
    throw error;
  }
}
