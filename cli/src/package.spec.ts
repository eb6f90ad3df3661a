import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const RUN_MS = 120_000;
let folder: string;

/** As `npm install` of the tarball would, with the repository's dependencies. */
async function install(workspace: string, name: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(root, workspace),
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  expect(packed.files.map((file) => file.path).filter((file) => /\.spec\.|src\//.test(file))).toEqual([]);
  expect(packed.files.map((file) => file.path)).toContain('LICENSE');
  const place = path.join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, packed.filename), '-C', place, '--strip-components', '1']);
  return place;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
  await mkdir(path.join(folder, 'node_modules', '@modelcontextprotocol'), { recursive: true });
  for (const name of ['zod', '@modelcontextprotocol/sdk', 'sharp', 'onnxruntime-node']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('the packed command line runs as JavaScript and serves assistants', { timeout: RUN_MS }, async () => {
  const program = path.join(await install('cli', '@clearcut/cli'), 'dist', 'main.js');
  expect((await run(process.execPath, [program, '--help'])).stdout).toContain('Usage: clearcut');
  const mcp = run(process.execPath, [program, 'mcp']);
  mcp.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(JSON.parse((await mcp).stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('the packed client can be imported and required', { timeout: RUN_MS }, async () => {
  await install('clients/typescript', '@clearcut/sdk');
  await writeFile(
    path.join(folder, 'a.mjs'),
    "import { Clearcut } from '@clearcut/sdk'; console.log(typeof Clearcut);",
  );
  await writeFile(path.join(folder, 'b.cjs'), "console.log(typeof require('@clearcut/sdk').Clearcut);");
  for (const file of ['a.mjs', 'b.cjs']) {
    expect((await run(process.execPath, [path.join(folder, file)])).stdout.trim()).toBe('function');
  }
});

test('the packed library cuts out a picture: imported, required, and as a command', { timeout: RUN_MS }, async () => {
  const place = await install('node', '@clearcut/node');
  const { dependencies } = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  expect(Object.keys(dependencies)).toEqual(['onnxruntime-node', 'sharp']);
  const picture = path.join(folder, 'ball.png');
  await sharp(Buffer.from(BALL)).png().toFile(picture);
  const use = `removeBackground(${JSON.stringify(picture)}).then((made) => console.log(made.width, made.cutOut.length > 1000));`;
  await writeFile(path.join(folder, 'c.mjs'), `import { removeBackground } from '@clearcut/node'; ${use}`);
  await writeFile(path.join(folder, 'd.cjs'), `const { removeBackground } = require('@clearcut/node'); ${use}`);
  for (const file of ['c.mjs', 'd.cjs']) {
    expect((await run(process.execPath, [path.join(folder, file)])).stdout.trim()).toBe('320 true');
  }
  const program = path.join(await install('cli', '@clearcut/cli'), 'dist', 'main.js');
  await run(process.execPath, [program, picture], { env: { PATH: process.env['PATH'], XDG_STATE_HOME: folder } });
  expect((await sharp(path.join(folder, 'ball-cutout.png')).metadata()).width).toBe(320);
  await writeFile(
    path.join(folder, 'e.mts'),
    `import { removeBackground, type Result } from '@clearcut/node';
     export const made: Promise<Result> = removeBackground('a.jpg', { box: { x: 0, y: 0, width: 9, height: 9 } });`,
  );
  const flags = '--noEmit --ignoreConfig --strict --module nodenext --target es2023 --skipLibCheck --types node';
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', path.join(root, 'node_modules/@types'), path.join(folder, 'e.mts')];
  const output = await run(process.execPath, [compiler, ...flags.split(' '), ...types]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe('');
});

const BALL = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
  <defs><radialGradient id="g" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#f88"/><stop offset="1" stop-color="#600"/></radialGradient></defs>
  <rect width="100%" height="100%" fill="#d8d8d4"/><circle cx="160" cy="120" r="75" fill="url(#g)"/></svg>`;
