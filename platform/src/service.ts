import { createAdapters, type Adapters } from './adapters.ts';
import { ConfigError, loadConfig, type Config } from './config/config.ts';
import { failWork } from './last-resort.ts';
import { type ServerCheck, UnusableServerError } from './server-check.ts';
import { serversOf } from './servers/servers.ts';
import { waitForServers } from './servers/wait-for-servers.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';

export interface ServiceContext extends Omit<Adapters, 'close'> {
  readonly config: Config;
  readonly log: Logger;
  /** Those that settings name. Each has answered once. */
  readonly servers: readonly ServerCheck[];
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

export interface RunningService {
  /** Where it listens, when it does. */
  readonly port?: number;
  /** Takes nothing new, ends what runs. Connections are closed afterwards. */
  stop(): Promise<void>;
}

/** What a service tells its launcher over IPC. */
export type ServiceMessage =
  | { readonly type: 'ready'; readonly port?: number }
  /** It waits for a server. `message` is one line for the person at the terminal. */
  | { readonly type: 'waiting'; readonly message: string }
  /** Starting again will not help, save for another setting. `message` is one line for the person at the terminal. */
  | { readonly type: 'failed'; readonly message: string };

/** The launcher kills what is still there after ten seconds. */
const STOP_TIMEOUT_MS = 9_500;

function tellLauncher(message: ServiceMessage): Promise<void> {
  // Resolves when it is sent, or cannot be: a launcher that is gone shows by the disconnect.
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

/**
 * Ends the process as the launcher would. An exit waits for all threads, and aborts when one of them was in native code, as a model
 * is. The first process of a container cannot kill itself.
 */
function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * The main() of a service: settings, adapters, `start`, and a graceful end on SIGTERM, SIGINT or the launcher's death. Resolves when
 * the service is ready, which is not before each server that a setting names has answered; a start that fails ends the process with
 * status 1.
 */
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
      void tellLauncher({ type: 'waiting', message });
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
      // Where it cannot, the container's own grace period ends.
      killSelf();
    }, STOP_TIMEOUT_MS);
    await end();
    log.info('stopped');
    process.exit(0);
  };
  const stopOrDie = (reason: string) => void stop(reason).catch((error: unknown) => die(error, 'could not stop'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOrDie);
  // The launcher was killed: it would start this service again, beside us, on its next start.
  process.on('disconnect', () => stopOrDie('disconnect'));
  // Without this an idle service would end by itself, since a mere listener does not keep the process up.
  process.channel?.ref();

  try {
    const { service } = await running;
    if (stopping.signal.aborted) return;
    await tellLauncher({ type: 'ready', ...(service.port === undefined ? {} : { port: service.port }) });
    log.info({ port: service.port }, 'ready');
  } catch (error) {
    // A start that fails because it was told to stop is no failure.
    if (stopping.signal.aborted) process.exit(0);
    const isOfSettings = error instanceof ConfigError || error instanceof UnusableServerError;
    if (isOfSettings) await tellLauncher({ type: 'failed', message: error.message });
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}
