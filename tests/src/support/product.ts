import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@clearcut/platform/config/project';
import { readRunFile, type RunFile } from '@clearcut/platform/launcher/run-file';
import { bundledOptions } from './bundles/options.ts';
import { stillRunning } from './processes.ts';
import { ownNames } from './servers/scale.ts';

export type Service = 'command-api' | 'projections' | 'inference-worker';

/** The whole product, started like `npm start`: the real launcher with all its processes. */
export interface Product {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** Opens the sandbox's mailbox; empty where mails are sent. */
  readonly mailboxKey: string;
  /** For looking behind the scenes. */
  readonly databaseUrl: string;
  readonly pid: number;
  /** The service's current process; rejects during its replacement. */
  childPid(service: Service): Promise<number>;
  postgresPid(): Promise<number>;
  /** Signals only the launcher; resolves when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Removes the data folder, unless the caller gave it. */
  stop(): Promise<void>;
  output(): string;
}

export interface ProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new one, removed by `stop`. */
  readonly dataDir?: string;
  /** A copy of the project to start instead. */
  readonly root?: string;
}

export interface Launcher {
  readonly process: ChildProcess;
  /** Exit status or signal. */
  readonly ended: Promise<number | string>;
  output(): string;
}

/** In the temporary folder, not yet created: the launcher creates it with its modes. */
export function newDataDir(): string {
  return join(tmpdir(), `clearcut-test-${randomUUID()}`);
}

/** Does not wait for readiness. Uses its own process group, as a shell would. */
export function startLauncher({
  env = {},
  dataDir,
  root = projectRoot,
}: ProductOptions & { dataDir: string }): Launcher {
  // Hides the tests' database and vitest's module loader from the product.
  const { TEST_DATABASE_URL: _server, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, 'platform/src/launcher/main.ts')], {
    cwd: root,
    env: {
      ...inherited,
      NODE_OPTIONS: bundledOptions(),
      ...ownNames(env['DATABASE_URL'] ?? dataDir),
      PORT: '0',
      DATA_DIR: dataDir,
      // Tests count the credits that they grant.
      STARTER_CREDITS: '0',
      // Most tests save small pictures, which are quick.
      CHARGE_SMALL_SAVES: 'true',
      // Tests sign everybody up from one address.
      SIGN_UPS_AT_ONCE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const collect = (chunk: string) => (output += chunk);
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    // Not `close`: a service that outlives a killed launcher must not delay this.
    child.once('exit', (code, signal) => setTimeout(() => resolve(signal ?? code ?? 1), 20));
  });
  return { process: child, ended, output: () => output };
}

/** Keys of mailboxes, by the address of the product that this process started. */
export const printedKeys = new Map<string, string>();

/** Polls until `read` has an answer; the test's timeout is the only limit. */
export async function eventually<T>(read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    await sleep(50);
  }
}

export async function startProduct({ dataDir, ...options }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? newDataDir();
  const launcher = startLauncher({ ...options, dataDir: folder });
  let hasEnded = false;
  void launcher.ended.then(() => (hasEnded = true));
  const removeOwn = () => (dataDir === undefined ? rm(folder, { recursive: true, force: true }) : undefined);
  const kill = async (signal: NodeJS.Signals) => {
    launcher.process.kill(signal);
    await launcher.ended;
  };
  const stop = async () => {
    if (hasEnded) await endLeftBehind(folder);
    else await kill('SIGTERM');
    await removeOwn();
  };

  const url = await eventually(() => {
    if (hasEnded) return '';
    return /^Clearcut is ready: (\S+)\n/m.exec(launcher.output())?.[1];
  });
  const run = await readRunFile(folder);
  if (url === '' || run === undefined) {
    await stop();
    throw new Error(`The product did not start: ${launcher.output()}`);
  }
  const mailboxKey = /\/dev\/mailbox\?key=(\S+)/.exec(launcher.output())?.[1] ?? '';
  printedKeys.set(url, mailboxKey);
  return {
    url,
    mailboxKey,
    dataDir: folder,
    databaseUrl: run.databaseUrl,
    pid: run.launcher.pid,
    childPid: (service) => childPidIn(folder, service),
    postgresPid: () => presentIn(folder, (file) => file.postgres),
    kill,
    stop,
    output: () => launcher.output(),
  };
}

/** Current process of a service of the product with its data in `folder`; rejects during its replacement. */
export const childPidIn = (folder: string, service: Service): Promise<number> =>
  presentIn(folder, (file) => file.services[service]?.pid);

async function presentIn<T>(folder: string, pick: (file: RunFile) => T | undefined): Promise<T> {
  const file = await readRunFile(folder);
  const found = file && pick(file);
  if (found === undefined) throw new Error('There is no such process now');
  return found;
}

/**
 * After a `kill -9` of the launcher everything ends by itself, but too late for a test that removes the data folder.
 */
async function endLeftBehind(dataDir: string): Promise<void> {
  const run = await readRunFile(dataDir);
  if (run === undefined) return;
  const services = Object.values(run.services).map((service) => service.pid);
  const left = [...services, ...(run.postgres === undefined ? [] : [run.postgres])];
  for (const pid of left) {
    if ((await stillRunning([pid])).length === 0) continue;
    process.kill(pid, pid === run.postgres ? 'SIGQUIT' : 'SIGKILL');
  }
  await eventually(async () => ((await stillRunning(left)).length === 0 ? true : undefined));
}
