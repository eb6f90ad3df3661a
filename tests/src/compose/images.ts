import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { jars, ServerUnavailableError } from '../support/servers/jars.ts';
import kafkaJars from '../support/servers/kafka-jars.json' with { type: 'json' };
import { S3PROXY } from '../support/servers/s3.ts';
import { docker, hasImage, run } from './engine.ts';

const FOLDER = join(import.meta.dirname, 'images');
/**
 * Base of all stand-in images, and its Debian release: with PostgreSQL 18, and an nginx whose upstreams re-resolve
 * names (1.27.3 or newer).
 */
const BASE = 'clearcut-stand-in/debian';
const BASE_SUITE = 'forky';
const BASE_PACKAGES = ['nginx-light', 'postgresql-18', 'openjdk-21-jre-headless', 'curl', 'wget', 'ca-certificates'];
const DEBIAN = 'http://deb.debian.org/debian';
const MAILPIT = 'github.com/axllent/mailpit@v1.27.11';

/** Folders of `images/` by the untagged image name in docker-compose.yml. */
const STAND_INS: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  postgres: 'postgres',
  'apache/kafka': 'kafka',
  'andrewgaul/s3proxy': 's3proxy',
  'curlimages/curl': 'curl',
  'axllent/mailpit': 'mailpit',
};

/** Files downloaded into an image's build context. */
const FETCHED: Readonly<Record<string, (context: string) => Promise<unknown>>> = {
  async kafka(context) {
    await mkdir(join(context, 'libs'));
    for (const jar of await jars(kafkaJars)) await cp(jar, join(context, 'libs', basename(jar)));
  },
  async s3proxy(context) {
    const [jar = ''] = await jars([S3PROXY]);
    await cp(jar, join(context, 's3proxy.jar'));
  },
  mailpit: (context) => run('go', ['install', MAILPIT], { env: { GOBIN: context, CGO_ENABLED: '0' } }),
};

/**
 * Provides each image: as present at the engine, from a registry, or as a stand-in.
 * @throws ServerUnavailableError when none of these works
 */
export async function provideImages(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (await hasImage(name)) continue;
    const isPulled = await docker(['pull', '--quiet', name]).then(
      () => true,
      () => false,
    );
    if (!isPulled) await makeStandIn(name);
  }
}

async function makeStandIn(name: string): Promise<void> {
  if (name.startsWith('node:')) return makeNodeImage(name);
  const folder = STAND_INS[name.split(':', 1)[0] ?? ''];
  if (folder === undefined) throw new ServerUnavailableError(`the image ${name} can neither be pulled nor made`);
  if (!(await hasImage(BASE))) {
    await importDebian(BASE, BASE_SUITE, async (root) => {
      // A mirror may be weeks behind; its packages are signed all the same.
      await writeFile(join(root, 'etc/apt/apt.conf.d/90mirror'), 'Acquire::Check-Valid-Until "false";\n');
      await run('chroot', [root, 'apt-get', 'update', '-qq']);
      const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...BASE_PACKAGES];
      // The set-up of Java and PostgreSQL reads /proc.
      await run('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
      try {
        await run('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install]);
      } finally {
        await run('umount', [join(root, 'proc')]);
      }
    });
  }
  const context = await mkdtemp(join(tmpdir(), 'clearcut-image-'));
  try {
    await cp(join(FOLDER, folder), context, { recursive: true });
    await FETCHED[folder]?.(context);
    await docker(['build', '--quiet', '-t', name, context], { env: { DOCKER_BUILDKIT: '0' } });
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

/** Debian with the Node of `node_modules`, npm, and the user `node`: the Dockerfile's base. */
async function makeNodeImage(name: string): Promise<void> {
  await importDebian(name, 'bookworm', async (root) => {
    await run('chroot', [root, 'useradd', '-m', '-u', '1000', 'node']);
    const node = join(projectRoot, `node_modules/node-linux-${process.arch}/bin/node`);
    await cp(node, join(root, 'usr/local/bin/node'));
    // The npm running this: Node's own folder, which `npm root -g` names, has none if Node came from npm.
    const npm = dirname(dirname(await realpath(process.env['npm_execpath'] ?? '')));
    await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
    for (const tool of ['npm', 'npx']) {
      await symlink(`../lib/node_modules/npm/bin/${tool}-cli.js`, join(root, 'usr/local/bin', tool));
    }
    // The build uses this machine's registry settings and trusted certificates.
    await mkdir(join(root, 'etc/ssl/certs'), { recursive: true });
    await cp('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'));
    const own = await readFile(join(process.env['HOME'] ?? '', '.npmrc'), 'utf8').catch(() => '');
    await writeFile(join(root, 'root/.npmrc'), `cafile=/etc/ssl/certs/ca-certificates.crt\n${own}`);
  });
}

/**
 * @throws ServerUnavailableError where Debian cannot be put into a folder: without root, `debootstrap` or its packages
 */
async function importDebian(name: string, suite: string, complete: (root: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-debian-'));
  const root = join(folder, 'root');
  try {
    const script = '/usr/share/debootstrap/scripts/sid';
    await run('debootstrap', ['--variant=minbase', suite, root, DEBIAN, script]).catch((error: unknown) => {
      const reason =
        (error as { cause?: { code?: unknown } }).cause?.code === 'ENOENT' ? 'there is no debootstrap' : String(error);
      throw new ServerUnavailableError(`${name} can neither be pulled nor made: ${reason.slice(0, 300)}`);
    });
    await complete(root);
    await run('chroot', [root, 'apt-get', 'clean']);
    const tarball = join(folder, 'root.tar');
    await run('tar', ['-C', root, '-cf', tarball, '.']);
    await docker(['import', tarball, name]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
