import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig, type Config } from '../config/config.ts';
import { originOf } from '../config/integrations.ts';
import { databaseCheck } from '../database/check.ts';
import { namesOfInstalled } from '../installed-models.ts';
import { waitForServers } from '../servers/wait-for-servers.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { compileCache } from './compile-cache.ts';
import { openDataDir } from './data-dir.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { limitLogs, logFile } from './log-file.ts';
import { migrateAll } from './migrate-all.ts';
import { checkPort } from './port.ts';
import { identify } from './process-identity.ts';
import { endOrphans, removeRunFile, writeRunFile } from './run-file.ts';
import { startService, type ServiceProcess } from './service-process.ts';
import { StartError } from './start-error.ts';

const SERVICES = ['command-api', 'projections', 'inference-worker'] as const;

/**
 * Two arenas and a low threshold keep freed memory small: defaults cost a worker about a tenth more. docker-compose.yml
 * sets the same.
 */
export const FLAT_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

function environment(name: string, config: Config, databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    OWNS_DATABASE: String(config.databaseUrl === undefined),
    DATA_DIR: config.dataDir,
    PORT: String(port),
    NODE_COMPILE_CACHE: compileCache,
    ...(name === 'inference-worker' ? FLAT_MEMORY : {}),
  };
}

const REPEATED_LINE_MS = 30_000;

function withoutRepeats(say: (sentence: string) => void): (sentence: string) => void {
  const said = new Map<string, number>();
  return (sentence) => {
    if (performance.now() - (said.get(sentence) ?? -Infinity) < REPEATED_LINE_MS) return;
    said.set(sentence, performance.now());
    say(sentence);
  };
}

export class Product {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #unlock: () => Promise<void>;
  readonly #stopLimitingLogs: () => void;
  readonly #services: ServiceProcess[] = [];
  #postgres: EmbeddedPostgres | undefined;
  #postgresStart: Promise<EmbeddedPostgres> | undefined;
  #databaseUrl = '';
  #databaseElsewhere: string | undefined;
  #url: string | undefined;
  #mailbox: string | undefined;
  readonly #stopping = new AbortController();
  readonly #say: (sentence: string) => void;
  #written = Promise.resolve();

  private constructor(config: Config, unlock: () => Promise<void>, say: (sentence: string) => void) {
    this.#config = config;
    this.#unlock = unlock;
    this.#say = withoutRepeats(say);
    this.#log = createLogger('launcher', config, logFile(config.dataDir, 'launcher'));
    this.#stopLimitingLogs = limitLogs(config.dataDir, [...SERVICES, 'launcher']);
  }

  /**
   * Starts nothing yet.
   * @throws ConfigError, StartError
   */
  static async open(say: (sentence: string) => void): Promise<Product> {
    const config = loadConfig();
    return new Product(config, await openDataDir(config.dataDir), say);
  }

  /** Undefined when mails are sent. */
  get mailbox(): string | undefined {
    return this.#mailbox;
  }

  get databaseElsewhere(): string | undefined {
    return this.#databaseElsewhere;
  }

  get hasInstalledModel(): Promise<boolean> {
    return namesOfInstalled(this.#config.dataDir).then((names) => names.length > 0);
  }

  /**
   * `stop` is required after a failure, too.
   * @throws StartError, UnusableServerError
   */
  async start(): Promise<string> {
    try {
      return await this.#start();
    } catch (error) {
      this.#log.error({ err: error }, 'could not start');
      throw error;
    }
  }

  async #start(): Promise<string> {
    const { dataDir, host, port } = this.#config;
    await endOrphans(dataDir, this.#log);
    await checkPort(host, port);
    if (this.#config.databaseUrl === undefined) {
      const directory = join(dataDir, 'postgres');
      this.#postgresStart = startEmbeddedPostgres({ directory, log: this.#log, onChange: () => this.#record() });
      this.#postgres = await this.#postgresStart;
      this.#databaseElsewhere = await readlink(directory).catch(() => undefined);
    } else {
      const database = databaseCheck(this.#config.databaseUrl);
      await waitForServers([database], { say: this.#say, signal: this.#stopping.signal });
    }
    this.#databaseUrl = this.#config.databaseUrl ?? this.#postgres?.url ?? '';
    if (this.#stopping.signal.aborted) throw new StartError('It was stopped while it started.');
    await migrateAll(this.#databaseUrl);
    if (this.#stopping.signal.aborted) throw new StartError('It was stopped while it started.');

    let actualPort = port;
    for (const name of SERVICES) {
      const env = () => environment(name, this.#config, this.#databaseUrl, actualPort);
      const onChange = () => this.#record();
      const onWaiting = this.#say;
      this.#services.push(startService({ name, dataDir, log: this.#log, env, onWaiting, onChange }));
    }
    const doors = await Promise.all(this.#services.map((service) => service.ready));
    // With PORT=0, a successor must take the same port.
    actualPort = doors.find((door) => door.port !== undefined)?.port ?? port;
    this.#url = originOf({ host, publicUrl: undefined }, actualPort);
    const key = doors.find((door) => door.mailboxKey !== undefined)?.mailboxKey;
    this.#mailbox = key && `${this.#url}/dev/mailbox?key=${key}`;
    this.#record();
    await this.#written;
    this.#log.info({ url: this.#url }, 'ready');
    return this.#url;
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new StartError('It was stopped while it started.'));
    await Promise.all(this.#services.map((service) => service.stop()));
    const postgres = await this.#postgresStart?.catch(() => undefined);
    await postgres?.stop();
    this.#stopLimitingLogs();
    await this.#written;
    await removeRunFile(this.#config.dataDir);
    await this.#unlock();
    this.#log.info('stopped');
  }

  /** Loses nothing; the next start must clean up. */
  stopImmediately(): void {
    for (const service of this.#services) service.kill();
    void this.#postgres?.stop({ immediate: true });
  }

  #record(): void {
    const launcher = identify(process.pid);
    if (launcher === undefined || this.#stopping.signal.aborted) return;
    const services: Record<string, { pid: number; started: string }> = {};
    for (const service of this.#services) {
      const pid = service.pid();
      const identity = pid === undefined ? undefined : identify(pid);
      if (identity !== undefined) services[service.name] = identity;
    }
    const postgres = this.#postgres?.pid();
    const content = {
      launcher,
      databaseUrl: this.#databaseUrl,
      services,
      ...(this.#url === undefined ? {} : { url: this.#url }),
      ...(postgres === undefined ? {} : { postgres }),
    };
    // Two writers would mix in one temporary file.
    this.#written = this.#written
      .then(() => writeRunFile(this.#config.dataDir, content))
      .catch((error: unknown) => this.#log.error({ err: error }, 'run.json cannot be written'));
  }
}
