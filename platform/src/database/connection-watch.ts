import { setTimeout as delay } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';

const TICK_MS = 1_000;
/** After this the server is asked about the silent call. */
const SILENCE_MS = 3_000;
/** An answer under way arrives within this. */
const GRACE_MS = 1_000;
const HEARTBEAT_MS = 4_000;

/** Also behind a pooler and after a failover. */
interface Backend {
  readonly pid: number;
  readonly server: string;
}

interface Watched {
  readonly client: Client;
  readonly isPooled: boolean;
  backend: Backend | undefined;
  callSince: number | undefined;
  receivedAt: number;
}

interface ConnectionWatch {
  /** Before the client's first call. */
  add(client: Client, isPooled: boolean): Promise<void>;
  stop(): void;
}

/**
 * Drops connections that died without a sign, as in a NAT that forgot them. Asks over a new one which statements the
 * server is working on; without an answer, or for a silent connection it does not work on, drops all but running ones.
 * Calls reject as `isConnectionError` knows.
 */
export function watchConnections(newClient: () => Client): ConnectionWatch {
  const watched = new Set<Watched>();
  let isProbing = false;
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    if (isProbing || ![...watched].some(isSilent)) return;
    isProbing = true;
    void probe().finally(() => (isProbing = false));
  }

  async function probe(): Promise<void> {
    const suspects = [...watched]
      .filter(isSilent)
      .map((one) => ({ one, receivedAt: one.receivedAt, call: one.callSince }));
    const prober = newClient();
    prober.on('error', () => undefined);
    try {
      const busy = await busyBackends(prober, [...watched]);
      if (busy === 'unknown') return;
      await delay(GRACE_MS);
      const frozen = suspects
        .filter(({ one, receivedAt, call }) => one.receivedAt === receivedAt && one.callSince === call && !busy(one))
        .map(({ one }) => one);
      if (frozen.length === 0) return;
      // First, or a retry would be given one of them.
      await drop([...watched].filter((one) => one.isPooled && !busy(one) && !frozen.includes(one)));
      await drop(frozen);
      await endOnServer(prober, frozen);
    } finally {
      prober.connection.stream.destroy();
    }
  }

  return {
    async add(client, isPooled) {
      const one: Watched = {
        client,
        isPooled,
        backend: undefined,
        callSince: undefined,
        receivedAt: performance.now(),
      };
      client.connection.stream.on('data', () => (one.receivedAt = performance.now()));
      client.on('drain', () => (one.callSince = undefined));
      client.once('end', () => watched.delete(one));
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        one.callSince ??= performance.now();
        return query(...args);
      }) as Client['query'];
      watched.add(one);
      timer ??= setInterval(tick, TICK_MS).unref();
      const { rows } = await client.query<Backend>(
        'SELECT pg_backend_pid() AS pid, pg_postmaster_start_time()::text AS server',
      );
      one.backend = rows[0];
    },
    stop() {
      clearInterval(timer);
      watched.clear();
    },
  };
}

async function drop(all: readonly Watched[]): Promise<void> {
  await Promise.all(
    all.map(
      ({ client }) =>
        new Promise<void>((resolve) => {
          client.once('end', resolve);
          client.connection.stream.destroy();
        }),
    ),
  );
}

const isSilent = ({ callSince, receivedAt }: Watched): boolean =>
  callSince !== undefined && performance.now() - Math.max(callSince, receivedAt) >= SILENCE_MS;

/** `unknown`: the server refuses all connections. */
async function busyBackends(prober: Client, all: readonly Watched[]): Promise<((one: Watched) => boolean) | 'unknown'> {
  const pids = all.flatMap(({ backend }) => backend?.pid ?? []);
  try {
    await prober.connect();
    const { rows } = await prober.query<{ server: string; busy: number[] }>(
      // Without track_activities the state is "disabled".
      `SELECT pg_postmaster_start_time()::text AS server, array(
         SELECT pid FROM pg_stat_activity
         WHERE pid = ANY($1) AND state IN ('active', 'disabled') AND wait_event_type IS DISTINCT FROM 'Client') AS busy`,
      [pids],
    );
    const [answer] = rows;
    return ({ backend }) =>
      backend !== undefined && answer?.server === backend.server && answer.busy.includes(backend.pid);
  } catch (error) {
    return error instanceof DatabaseError ? 'unknown' : () => false;
  }
}

/** Otherwise their locks last for minutes. */
async function endOnServer(prober: Client, frozen: readonly Watched[]): Promise<void> {
  const backends = frozen.flatMap(({ backend }) => backend ?? []);
  try {
    await prober.query(
      `SELECT pg_terminate_backend(pid) FROM unnest($1::int[], $2::text[]) AS frozen (pid, server)
       WHERE server = pg_postmaster_start_time()::text`,
      [backends.map(({ pid }) => pid), backends.map(({ server }) => server)],
    );
  } catch {
    // The server finds out itself.
  }
}

/** Lets silence show on a connection that only waits. Returns a function that stops. */
export function keepCalling(client: Client): () => void {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    void client.query('SELECT 1').then(
      () => (isWaiting = false),
      () => undefined,
    );
  }, HEARTBEAT_MS).unref();
  const stop = (): void => clearInterval(timer);
  client.once('end', stop);
  return stop;
}
