import { createAdapters, type Adapters } from './adapters.ts';
import { ConfigError, loadConfig, type Config } from './config/config.ts';
import { failWork } from './last-resort.ts';
import { denialOf } from './reasons.ts';
import { type ServerCheck, UnusableServerError } from './server-check.ts';
import { serversOf } from './servers/servers.ts';
import { waitForServers } from './servers/wait-for-servers.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';

export interface ServiceContext extends Omit<Adapters, 'close'> {
  readonly config: Config;
  readonly log: Logger;
  readonly servers: readonly ServerCheck[];
  readonly signal: AbortSignal;
}

/** The launcher prints these. */
export interface Door {
  readonly port?: number;
  /** Opens the sandbox's mailbox. */
  readonly mailboxKey?: string;
}

export interface RunningService extends Door {
  /** Connections close afterwards. */
  readonly stop: () => Promise<void>;
}

export type ServiceMessage =
  | ({ readonly type: 'ready' } & Door)
  /** One line. */
  | { readonly type: 'waiting'; readonly message: string }
  /** A restart will not help. */
  | { readonly type: 'failed'; readonly message: string };

/** The launcher kills after ten seconds. */
const STOP_TIMEOUT_MS = 9_500;

function notifyLauncher(message: ServiceMessage): Promise<void> {
  // A dead launcher shows by the disconnect.
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

/** A plain exit aborts while a thread is in native code. A container's first process cannot kill itself. */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** After each configured server has answered; a failed start exits with 1. */
export async function runService(
  name: string,
  start: (context: ServiceContext) => Promise<RunningService>,
  findServers: typeof serversOf = serversOf,
): Promise<void> {
  const stopping = new AbortController();
  let log = createLogger(name, { logLevel: 'info' });

  const die = (error: unknown, message: string): never => {
    log.fatal({ err: error }, message);
    killSelf();
    process.exit(1);
  };
  process.on('uncaughtException', (error) => failWork(error) || die(error, 'uncaught error'));
  process.on('unhandledRejection', (error) => failWork(error) || die(error, 'unhandled rejection'));

  const running = (async () => {
    const config = loadConfig();
    log = createLogger(name, config);
    const servers = await findServers(config);
    const say = (message: string): void => {
      log.warn(message);
      void notifyLauncher({ type: 'waiting', message });
    };
    await waitForServers(servers, { say, signal: stopping.signal });
    const adapters = await createAdapters(config, log, name);
    const service = await start({ ...adapters, servers, config, log, signal: stopping.signal });
    return { service, adapters, servers };
  })();

  const end = async () => {
    const { service, adapters, servers } = await running;
    await service.stop();
    await Promise.all([adapters.close(), ...servers.map((server) => server.close())]);
  };
  const stop = async (reason: string) => {
    if (stopping.signal.aborted) return;
    log.info({ reason }, 'stopping');
    stopping.abort(new Error('The service is stopping'));
    setTimeout(() => {
      log.fatal(new Error('It did not end in time'), 'stopped by force');
      // The container's grace period ends it.
      killSelf();
    }, STOP_TIMEOUT_MS);
    await end();
    log.info('stopped');
    process.exit(0);
  };
  const stopOrDie = (reason: string) => void stop(reason).catch((error: unknown) => die(error, 'could not stop'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOrDie);
  // The launcher's next start would run this service twice.
  process.on('disconnect', () => stopOrDie('disconnect'));
  // A mere listener does not keep an idle service alive.
  process.channel?.ref();

  try {
    const { stop: _, ...door } = (await running).service;
    if (stopping.signal.aborted) return;
    await notifyLauncher({ type: 'ready', ...door });
    log.info({ port: door.port }, 'ready');
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    const isOfSettings = error instanceof ConfigError || error instanceof UnusableServerError;
    const message = isOfSettings ? error.message : denialOf(error);
    if (message !== undefined) await notifyLauncher({ type: 'failed', message });
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}
