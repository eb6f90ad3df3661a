import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, readlink, rename, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../telemetry/logger.ts';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { guard } from './guard.ts';
import { lastWords, run, spawnOptions, type Account } from './run.ts';

export interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly data: string;
  readonly logFile: string;
  readonly port: number;
  readonly extraSettings?: Readonly<Record<string, string>>;
  /** Ends it, also while it recovers. */
  readonly signal?: AbortSignal;
}

export interface Postmaster {
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
}

const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** Above any real pid. */
const NO_PID = 2_147_483_647;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function endsWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

async function isPostmasterOf(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;
  return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).output.includes(`-D ${data}`);
}

/** A dead server's lock file blocks the next. */
export async function stopLeftover(data: string, log: Logger): Promise<void> {
  const lockFile = join(data, 'postmaster.pid');
  const content = await readFile(lockFile, 'utf8').catch(() => '');
  const pid = Number.parseInt(content, 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!(await isPostmasterOf(pid, data))) {
    // The pid was reused. The file must stay: it shows whether the dead server's processes still use its memory.
    await writeFile(lockFile, content.replace(/^\d+/, String(NO_PID)));
    return;
  }
  log.warn({ pid }, 'a PostgreSQL server of a launcher that was killed is still there: stopping it');
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal);
    if (await endsWithin(pid, patience)) return;
  }
  throw new StartError(`The PostgreSQL server with pid ${pid} does not end. End it, then start again.`);
}

/** On 127.0.0.1, a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function settings(port: number, extra: Readonly<Record<string, string>>): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    // A deep data folder exceeds a socket's 107 bytes.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    // Statement errors quote values, which may be personal.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // How far `operator backup --follow` may fall behind.
    wal_keep_size: '256MB',
    ...extra,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** @throws StartError with the server's last message */
export async function startPostmaster({
  binaries,
  account,
  data,
  logFile,
  port,
  extraSettings = {},
  signal,
}: PostmasterOptions): Promise<Postmaster> {
  if ((await sizeOf(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
  const before = await sizeOf(logFile);
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  const output = await open(logFile, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  if (account !== undefined) await output.chown(account.uid, account.gid);
  // Detached: Ctrl-C reaches the terminal's whole group. Logs to a file: a pipe would end with the launcher.
  const child = spawn(binaries.postgres, ['-D', data, ...settings(port, extraSettings)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const state: { ended: boolean; failure?: string } = { ended: false };
  const ended = new Promise<void>((resolve) => {
    const end = (failure?: string) => {
      state.ended = true;
      if (failure !== undefined) state.failure = failure;
      resolve();
    };
    child.once('exit', () => end());
    child.once('error', (error) => end(error.message));
  });
  if (child.pid !== undefined) guard(child.pid, ended, account);
  await output.close();
  const stop = () => void child.kill('SIGINT');
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  while (!state.ended) {
    if (child.pid !== undefined && (await isReady(data, child.pid))) return { process: child, ended };
    await Promise.race([sleep(20), ended]);
  }
  signal?.throwIfAborted();
  const said = (await readFile(logFile)).subarray(before).toString();
  throw new StartError(`PostgreSQL does not start: ${state.failure ?? lastWords(said)} (see ${logFile})`);
}
