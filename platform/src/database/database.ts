import { Client, type ClientConfig, escapeLiteral, Pool, type PoolClient, type QueryConfig } from 'pg';
import { listen } from './listen.ts';

export { isConnectionError } from './connection-error.ts';

/**
 * A statement that each connection reads and plans once: for those that come with every event, of which that is half of the server's work.
 * Only where what it returns is named column by column and stays the same, since a change of that makes a plan fail. Within a
 * transaction the plan keeps the tables that it met first, even if a schema is renamed meanwhile.
 */
interface NamedStatement {
  /** Of this text alone. */
  readonly name: string;
  readonly text: string;
}

export interface Tx {
  /** Rows of one statement. Parameters are `$1`, `$2` …; `bigint` and `numeric` come back as strings. */
  query<T>(statement: string | NamedStatement, params?: readonly unknown[]): Promise<T[]>;
}

export interface Database extends Tx {
  readonly pool: Pool;
  /**
   * Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it rejects. When the
   * connection dies during the commit itself this rejects (`isConnectionError`) and the outcome is unknown.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `onNotify` for each NOTIFY on `channel`, over a connection of its own that is opened again by itself; after each such
   * reopening `onNotify('')` says that something may have been missed. Resolves when first listening, however
   * long the server is away; the function it resolves with stops the listening.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** A connection outside the pool, for what a session holds (advisory locks, LISTEN). The caller ends it. */
  connect(): Promise<Client>;
  close(): Promise<void>;
}

interface TransactionOptions {
  /** Set for the length of this transaction, on the same way to the server as its BEGIN. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface DatabaseOptions {
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** Connections in the pool at most. Default 10. */
  readonly max?: number;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction left open stops vacuum and, in the event store, every reader: the server ends it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;
/** Above the statement time-out, so it only strikes when the server or the way to it is gone without a word. */
const ANSWER_TIMEOUT_MS = 40_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A lost connection is reported by the query that meets it; without a listener the event itself would end the process. */
function ignoreConnectionEvent(): void {}

/**
 * A pool of connections to the database at `url`. Nothing is opened before it is needed, so the server may be away: queries then
 * reject with an error that `isConnectionError` knows, and work again by themselves once it is back.
 */
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
  const pool = new Pool({ ...settings, max });
  // The pool only guards clients that are idle in it; one that is checked out between two queries can be lost as well.
  pool.on('connect', (client) => client.on('error', ignoreConnectionEvent));
  pool.on('error', ignoreConnectionEvent);
  const closing = new AbortController();

  async function connect(): Promise<Client> {
    closing.signal.throwIfAborted();
    const client = new Client(settings);
    client.on('error', ignoreConnectionEvent);
    await client.connect();
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
    },
  };
}

const queryOf = (statement: string | NamedStatement, params: readonly unknown[]): QueryConfig => ({
  ...(typeof statement === 'string' ? { text: statement } : statement),
  values: params.map(storable),
});

/** PostgreSQL has no NUL, and one in a text is no reason to fail: nothing stored has the replacement, so nothing is found by it. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return Array.isArray(value) ? value.map(storable) : value;
}

async function transaction<T>(
  pool: Pool,
  work: (tx: Tx) => Promise<T>,
  { settings = {} }: TransactionOptions = {},
): Promise<T> {
  const locals = Object.entries(settings).map(([name, value]) => `; SET LOCAL ${name} = ${escapeLiteral(value)}`);
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(`BEGIN${locals.join('')}`);
    const result = await work({
      async query<Row>(statement: string | NamedStatement, params: readonly unknown[] = []) {
        const { rows } = await client.query(queryOf(statement, params));
        return rows as Row[];
      },
    });
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and `work` swallowed that.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
    return result;
  } catch (error) {
    // A connection that cannot roll back must not go back to the pool: the next user would be inside this transaction.
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
