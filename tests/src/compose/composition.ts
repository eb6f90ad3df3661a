import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@clearcut/platform/config/project';
import { ServerUnavailableError } from '../support/servers/jars.ts';
import { checkEngine, docker, run } from './engine.ts';
import { provideImages } from './images.ts';

const PROJECT = 'clearcut-test';
const PORTS = [3000, 8025];
const START_MS = 300_000;

export interface Composition {
  readonly url: string;
  readonly mails: string;
  compose(...args: string[]): Promise<string>;
  /** Ids of a service's running containers. */
  containersOf(service: string): Promise<string[]>;
  /** One string per row. */
  sql(query: string): Promise<string[]>;
  /** Output of the operator's command. */
  operator(...args: string[]): Promise<string>;
  /** Builds the product's image again as a different build. */
  buildNext(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Builds the image of the current commit, makes the secrets as described at the head of docker-compose.yml, and starts
 * everything.
 * @throws ServerUnavailableError naming what this machine lacks
 */
export async function startComposition(): Promise<Composition> {
  await checkEngine();
  for (const port of PORTS) await checkFree(port);
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-compose-'));
  const tree = join(folder, 'clearcut');
  await run('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, tree]);
  await mkdir(join(tree, 'secrets'), { mode: 0o700 });
  for (const name of ['postgres-password', 's3-access-key', 's3-secret-key']) {
    for (const whose of ['', 'worker-']) {
      await writeFile(join(tree, 'secrets', `${whose}${name}`), randomBytes(32).toString('hex'));
    }
  }
  await writeFile(join(tree, 'secrets', 'encryption-keys'), randomBytes(32).toString('base64'));

  const compose = (...args: string[]) => docker(['compose', '-p', PROJECT, ...args], { cwd: tree });
  const build = (...more: string[]) =>
    docker(['build', '--network', 'host', '-t', 'clearcut', ...more, '.'], {
      cwd: tree,
      env: { DOCKER_BUILDKIT: '0' },
    });
  const named = (await compose('config', '--images')).trim().split('\n');
  const base = (await run('sed', ['-n', 's/^FROM \\([^ ]*\\).*/\\1/p', join(tree, 'Dockerfile')])).split('\n')[0] ?? '';
  await provideImages([base, ...new Set(named)].filter((name) => name !== 'clearcut'));
  await build();
  const url = `http://localhost:${PORTS[0]}`;
  const stop = async (): Promise<void> => {
    await compose('down', '--volumes', '--timeout', '20');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await compose('up', '--detach', '--no-build');
    await untilReady(url, START_MS);
  } catch (error) {
    process.stderr.write(await compose('ps', '--all').catch(String));
    process.stderr.write(await compose('logs', '--tail', '30').catch(String));
    await stop();
    throw error;
  }
  return {
    url,
    mails: `http://localhost:${PORTS[1]}`,
    compose,
    async containersOf(service) {
      return (await compose('ps', '--quiet', service)).split('\n').filter((id) => id !== '');
    },
    async sql(query) {
      const psql = ['psql', '-U', 'clearcut', '-d', 'clearcut', '-AtF', ' ', '-c', query];
      return (await compose('exec', '-T', 'postgres', ...psql)).split('\n').filter((line) => line !== '');
    },
    operator: (...args) => compose('exec', '-T', 'command-api', 'node', 'operator/src/main.ts', ...args),
    async buildNext() {
      await build('--label', `build=${Date.now()}`);
    },
    stop,
  };
}

/** Waits until the product reports ready through the proxy. @throws Error with the last answer after `limitMs` */
export async function untilReady(url: string, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const said = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => (answer.ok ? undefined : `${answer.status} ${await answer.text()}`),
      String,
    );
    if (said === undefined) return;
    if (Date.now() > end) throw new Error(`Not ready after ${limitMs / 1000} s: ${said}`);
    await sleep(500);
  }
}

/** @throws ServerUnavailableError when a port that docker-compose.yml publishes is in use */
function checkFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => reject(new ServerUnavailableError(`port ${port} is in use`)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}
