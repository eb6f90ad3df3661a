import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface JavaServer {
  readonly pid: number;
  /** Terminates it gracefully. */
  stop(): Promise<void>;
}

export interface JavaServerOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly isReady: () => Promise<boolean>;
}

/** Seconds on an idle machine, minutes on a busy one. */
const START_TIMEOUT_MS = 240_000;

/**
 * Ends Java when its standard input closes, which happens however this process ends: a killed test run leaves no server
 * behind. The first line on standard output is the pid.
 */
const GUARD = 'java "$@" </dev/null & echo $!; cat >/dev/null; kill $! 2>/dev/null; wait $!';

/** Resolves when ready. @throws Error with the end of its output otherwise */
export async function startJavaServer({ args, cwd, isReady }: JavaServerOptions): Promise<JavaServer> {
  const guard = spawn('sh', ['-c', GUARD, 'sh', ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4_000)));
  }
  const [first] = (await once(guard.stdout, 'data')) as [string];
  const pid = Number.parseInt(first, 10);
  const stop = async (): Promise<void> => {
    if (hasEnded(guard)) return;
    guard.stdin.end();
    await once(guard, 'exit');
  };
  const isUp = async (): Promise<boolean> => (await isReady().catch(() => false)) && isAlive(pid);

  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isUp()); await delay(100)) {
    if (isAlive(pid) && Date.now() < deadline) continue;
    await stop();
    throw new Error(`The server did not start: ${args.at(-2)} ${args.at(-1)}\n${output}`);
  }
  return { pid, stop };
}

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
