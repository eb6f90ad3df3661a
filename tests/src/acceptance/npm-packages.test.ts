/**
 * The packages as users install them: packed, installed into a clean folder, run by each supported Node. In the long
 * suite, since their dependencies and the Nodes come from the registry.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo } from '../support/pictures.ts';
import { ServerUnavailableError } from '../support/servers/jars.ts';
import { whenAvailable } from '../support/servers/when-available.ts';

const run = promisify(execFile);
const WORKSPACES = ['node', 'cli', 'clients/typescript'];
const NODES = ['20.20.2', '22.23.3', '24.21.0'];
const INSTALL_MS = 10 * 60_000;
const SIZE = { width: 640, height: 480 };
const isLong = process.env['LONG_TESTS'] === '1';

interface Packed {
  readonly filename: string;
}

/** Takes the options that the README prints: an installation as printed must work. */
async function printedOptions(): Promise<string[]> {
  const page = await readFile(join(projectRoot, 'cli/README.md'), 'utf8');
  const [, words = ''] = /^npm install --global ((?:--\S+ )*)\S+\.tgz/m.exec(page) ?? [];
  return words.split(' ').filter((word) => word !== '');
}

const npm = (folder: string, ...words: string[]) => run('npm', words, { cwd: folder, timeout: INSTALL_MS });

/** A folder with the packages and, in `node-…`, the Nodes. */
async function install(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-packages-'));
  const tarballs: string[] = [];
  for (const workspace of WORKSPACES) {
    const { stdout } = await npm(join(projectRoot, workspace), 'pack', '--json', '--pack-destination', folder);
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed];
    tarballs.push(join(folder, packed.filename));
  }
  await writeFile(join(folder, 'package.json'), '{"name":"clean","version":"1.0.0","private":true}');
  const quiet = ['--no-audit', '--no-fund', ...(await printedOptions())];
  try {
    await npm(folder, 'install', ...quiet, ...tarballs);
    for (const version of NODES) {
      const place = join(folder, `node-${version}`);
      await mkdir(place);
      await writeFile(join(place, 'package.json'), '{"name":"node-of-a-version","version":"1.0.0","private":true}');
      await npm(place, 'install', ...quiet, `node-${process.platform}-${process.arch}@${version}`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    await rm(folder, { recursive: true });
    throw new ServerUnavailableError(`the registry cannot be used (${reason})`);
  }
  return folder;
}

const clean = isLong ? await whenAvailable('Installing the packages', install) : undefined;

describe.runIf(clean !== undefined)('installed from tarballs', () => {
  const folder = clean ?? '';
  beforeAll(async () => {
    await writeFile(join(folder, 'photo.jpg'), await photo(SIZE));
    const library = `removeBackground('photo.jpg').then(({ width, height, cutOut }) => console.log(width, height, Buffer.from(cutOut.subarray(1, 4)).toString()))`;
    const client = 'console.log(typeof Clearcut, typeof verifyWebhook)';
    await writeFile(join(folder, 'library.mjs'), `import { removeBackground } from '@clearcut/node';\n${library};`);
    await writeFile(
      join(folder, 'library.cjs'),
      `const { removeBackground } = require('@clearcut/node');\n${library};`,
    );
    await writeFile(join(folder, 'client.mjs'), `import { Clearcut, verifyWebhook } from '@clearcut/sdk';\n${client};`);
    await writeFile(
      join(folder, 'client.cjs'),
      `const { Clearcut, verifyWebhook } = require('@clearcut/sdk');\n${client};`,
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(['typescript', 'typescript-5'])(
    'regression: types imported files that are not there, by %s',
    async (compiler) => {
      await writeFile(
        join(folder, 'typed.mts'),
        `import { removeBackground } from '@clearcut/node';
       import { Clearcut } from '@clearcut/sdk';
       const { width }: { width: number } = await removeBackground('photo.jpg');
       const png: Uint8Array = await new Clearcut().cutOut({ url: 'https://example.com/photo.jpg' });
       console.log(width, png);`,
      );
      const tsc = join(projectRoot, 'node_modules', compiler, 'bin', 'tsc');
      for (const resolution of ['node16', 'nodenext', 'bundler']) {
        const kind = resolution === 'bundler' ? 'esnext' : resolution;
        const options = [
          '--module',
          kind,
          '--moduleResolution',
          resolution,
          '--target',
          'es2022',
          '--skipLibCheck',
          'false',
        ];
        await run(process.execPath, [tsc, '--noEmit', '--strict', ...options, 'typed.mts'], {
          cwd: folder,
        });
      }
    },
  );

  describe.each(NODES)('on Node %s', (version) => {
    const node = join(folder, `node-${version}`, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
    const by = async (...words: string[]): Promise<string> =>
      (
        await run(node, words, { cwd: folder, env: { PATH: process.env['PATH'], XDG_STATE_HOME: folder } })
      ).stdout.trim();

    test.each(['mjs', 'cjs'])('the library and the client load as .%s', async (ending) => {
      expect(await by('--version')).toBe(`v${version}`);
      expect(await by(`client.${ending}`)).toBe('function function');
      expect(await by(`library.${ending}`)).toBe('640 480 PNG');
    });

    test('the command line cuts out without a server, and serves assistants', async () => {
      const program = join(folder, 'node_modules/@clearcut/cli/dist/main.js');
      const name = `photo-${version.replace(/\..*/, '')}`;
      await copyFile(join(folder, 'photo.jpg'), join(folder, `${name}.jpg`));
      await by(program, `${name}.jpg`);
      expect(await sharp(join(folder, `${name}-cutout.png`)).metadata()).toMatchObject(SIZE);
      const mcp = run(node, [program, 'mcp'], { cwd: folder });
      mcp.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      expect(JSON.parse((await mcp).stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    });
  });
});
