import { Client, type ClientConfig, escapeLiteral, Pool, type PoolClient, type QueryConfig } from 'pg';
import { watchConnections } from './connection-watch.ts';
import { listen } from './listen.ts';

export { isConnectionError } from './connection-error.ts';

/**
 * Prepared once per connection, which halves the server's work. Name result columns: a changed `*` makes the plan fail.
 * Within a transaction the plan keeps its tables, even after a rename.
 */
interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

export interface Tx {
  /** `bigint` and `numeric` come back as strings. */
  query<T>(statement: string | NamedStatement, params?: readonly unknown[]): Promise<T[]>;
}

export interface Database extends Tx {
  readonly pool: Pool;
  /** Rolls back when `work` rejects. A connection that dies during the commit rejects, outcome unknown. */
  transaction<T>(work: (tx: Tx, opened: readonly Rows[]) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Reconnects; `onNotify('')` means that something may have been missed. Resolves once listening, with a function that
   * stops.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** For session state (advisory locks, LISTEN). The caller ends it. */
  connect(): Promise<Client>;
  close(): Promise<void>;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

interface TransactionOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Statements without parameters, sent in one round trip with BEGIN. `work` gets their rows. */
  readonly opening?: readonly string[];
}

export interface DatabaseOptions {
  readonly name: string;
  /** Default 10. */
  readonly max?: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/** An open transaction stops vacuum and every reader of the event store. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;
/** Above the statement time-out; the watch drops dead connections long before. */
const ANSWER_TIMEOUT_MS = 40_000;
const CONNECT_TIMEOUT_MS = 5_000;
const PULSE_TIMEOUT_MS = 4_000;

/** Unhandled, the event would end the process; the next query reports it. */
function ignoreConnectionEvent(): void {}

/** Connects lazily. Queries reject while the server is away. */
export function createDatabase(url: string, { name, max = 10 }: DatabaseOptions): Database {
  const settings: ClientConfig = {
    connectionString: url,
    application_name: name,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const watch = watchConnections(
    () =>
      new Client({
        ...settings,
        application_name: `${name} pulse`,
        query_timeout: PULSE_TIMEOUT_MS,
        connectionTimeoutMillis: PULSE_TIMEOUT_MS,
      }),
  );
  /** The pool waits for it, other than its types say. */
  const hooks: object = { onConnect: watchPooled };
  const pool = new Pool({ ...settings, max, ...hooks });
  // The pool guards only idle clients.
  pool.on('connect', (client) => client.on('error', ignoreConnectionEvent));
  pool.on('error', ignoreConnectionEvent);
  const closing = new AbortController();

  async function watchPooled(client: unknown): Promise<void> {
    if (client instanceof Client) await watch.add(client, true);
  }

  async function connect(): Promise<Client> {
    closing.signal.throwIfAborted();
    const client = new Client(settings);
    client.on('error', ignoreConnectionEvent);
    await client.connect();
    await watch.add(client, false);
    return client;
  }

  return {
    pool,
    connect,
    async query<T>(statement: string | NamedStatement, params: readonly unknown[] = []) {
      const { rows } = await pool.query(queryOf(statement, params));
      return rows as T[];
    },
    transaction: (work, options) => transaction(pool, work, options),
    listen: (channel, onNotify) => listen(connect, channel, onNotify, closing.signal),
    async close() {
      closing.abort(new Error('The database was closed'));
      await pool.end();
      watch.stop();
    },
  };
}

const queryOf = (statement: string | NamedStatement, params: readonly unknown[]): QueryConfig => ({
  ...(typeof statement === 'string' ? { text: statement } : statement),
  values: params.map(storable),
});

/** PostgreSQL stores no NUL. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return Array.isArray(value) ? value.map(storable) : value;
}

async function transaction<T>(
  pool: Pool,
  work: (tx: Tx, opened: readonly Rows[]) => Promise<T>,
  { settings = {}, opening = [] }: TransactionOptions = {},
): Promise<T> {
  const locals = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${escapeLiteral(value)}`);
  const client = await pool.connect();
  let broken = false;
  try {
    // The driver answers several statements with an array.
    const begun = [await client.query(['BEGIN', ...locals, ...opening].join('; '))].flat();
    const opened = begun.slice(1 + locals.length).map(({ rows }) => rows as Rows);
    const tx: Tx = {
      async query<Row>(statement: string | NamedStatement, params: readonly unknown[] = []) {
        const { rows } = await client.query(queryOf(statement, params));
        return rows as Row[];
      },
    };
    const result = await work(tx, opened);
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers COMMIT with ROLLBACK when `work` swallowed a failed statement.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
    return result;
  } catch (error) {
    // The pool's next user would be inside this transaction.
    broken = !(await rollBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query({ text: 'ROLLBACK', query_timeout: 2_000 } as QueryConfig);
    return true;
  } catch {
    return false;
  }
}
