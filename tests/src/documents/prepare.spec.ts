import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcut-prepare-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Stands in for npm: `node_modules/<name>` links of a checkout before `packages/new` was added. */
async function checkout(record: object): Promise<void> {
  const locked = {
    'node_modules/lib': { version: '1.0.0' },
    'node_modules/@x/new': { link: true },
    'packages/new': {},
  };
  await mkdir(join(root, 'scripts'), { recursive: true });
  await copyFile(join(projectRoot, 'scripts/prepare.mjs'), join(root, 'scripts/prepare.mjs'));
  await put('package-lock.json', { packages: locked });
  await put('node_modules/.package-lock.json', { packages: record });
  for (const folder of ['client', 'scene', 'schemas/src', 'packages/new']) await put(`${folder}/a.txt`, 'a');
  await put('npm.mjs', `import fs from 'node:fs'; fs.appendFileSync('${root}/calls', process.argv[2] + ' ');`);
}

async function callsOfNpm(): Promise<string> {
  const env = { ...process.env, npm_execpath: join(root, 'npm.mjs'), npm_config_user_agent: 'npm/11.0.0' };
  spawnSync(process.execPath, ['scripts/prepare.mjs'], { cwd: root, env });
  return readFile(join(root, 'calls'), 'utf8').catch(() => '');
}

test('installs when a workspace of a newer checkout has no link', async () => {
  await checkout({ 'node_modules/lib': { version: '1.0.0' } });
  expect(await callsOfNpm()).toContain('ci ');
});

test('installs nothing when every version and link is there', async () => {
  await checkout({ 'node_modules/lib': { version: '1.0.0' } });
  await mkdir(join(root, 'node_modules/@x'), { recursive: true });
  await symlink('../../packages/new', join(root, 'node_modules/@x/new'));
  expect(await callsOfNpm()).not.toContain('ci ');
});

test('installs when a version differs', async () => {
  await checkout({ 'node_modules/lib': { version: '0.9.0' } });
  expect(await callsOfNpm()).toContain('ci ');
});
