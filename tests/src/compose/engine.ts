import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ServerUnavailableError } from '../support/servers/jars.ts';

/** Output of builds and logs is long. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Introduced inline `configs`. */
const NEEDED_COMPOSE = [2, 24] as const;

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. @returns its standard output. @throws Error with its output on failure */
export async function run(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const ended = promisify(execFile)(program, args, {
    maxBuffer: MAX_OUTPUT_BYTES,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  const { stdout } = await ended.catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}${error.stdout ?? ''}`, { cause: error });
  });
  return stdout;
}

export const docker = (args: readonly string[], options?: CommandOptions): Promise<string> =>
  run('docker', args, options);

/** @throws ServerUnavailableError naming what this machine lacks */
export async function checkEngine(): Promise<void> {
  await docker(['info']).catch(() => {
    throw new ServerUnavailableError('no Docker engine answers (DOCKER_HOST says where one is)');
  });
  const version = await docker(['compose', 'version', '--short']).catch(() => {
    throw new ServerUnavailableError('docker has no Compose 2 (a plug-in, docker-compose)');
  });
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED_COMPOSE;
  const isOld = Number.isFinite(major) && (major < neededMajor || (major === neededMajor && minor < neededMinor));
  if (isOld)
    throw new ServerUnavailableError(`Compose is ${version.trim()}, and ${NEEDED_COMPOSE.join('.')} is needed`);
}

export const hasImage = (name: string): Promise<boolean> =>
  docker(['image', 'inspect', name]).then(
    () => true,
    () => false,
  );
