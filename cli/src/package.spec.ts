import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const RUN_MS = 120_000;
let folder: string;

/** Packs a workspace, and puts it where `npm install` of the tarball would. Its dependencies are the repository's. */
async function install(workspace: string, name: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(root, workspace),
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
  expect(packed.files.map((file) => file.path).filter((file) => /\.spec\.|src\//.test(file))).toEqual([]);
  const place = path.join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, packed.filename), '-C', place, '--strip-components', '1']);
  return place;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
  await mkdir(path.join(folder, 'node_modules', '@modelcontextprotocol'), { recursive: true });
  for (const name of ['zod', '@modelcontextprotocol/sdk']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('the packed command line runs as JavaScript, and serves assistants', { timeout: RUN_MS }, async () => {
  const program = path.join(await install('cli', '@clearcut/cli'), 'dist', 'main.js');
  expect((await run(process.execPath, [program, '--help'])).stdout).toContain('Usage: clearcut');
  const mcp = run(process.execPath, [program, 'mcp']);
  mcp.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(JSON.parse((await mcp).stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('the packed client is imported and required', { timeout: RUN_MS }, async () => {
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
