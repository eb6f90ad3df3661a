/**
 * CycloneDX: `npm run -s sbom > sbom.json`. `npm sbom --omit dev` would drop packages that one workspace needs for
 * development and another at run time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TESTS = 'tests';

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const manifest = read('package.json');
const lockfile = read('package-lock.json');
const workspaces = manifest.workspaces.filter((name) => name !== TESTS);

const isInstalled = ([path, { dev, link, resolved }]) =>
  !dev && existsSync(join(root, path)) && (link ? resolved : path) !== TESTS;
const packages = Object.fromEntries(
  Object.entries(lockfile.packages)
    .filter(isInstalled)
    .map(([path, entry]) => [path, { ...entry, devDependencies: {}, ...(path === '' ? { workspaces } : {}) }]),
);

const folder = mkdtempSync(join(tmpdir(), 'clearcut-sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, workspaces, devDependencies: {} }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const bom = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  // npm names it after the folder.
  bom.metadata.component.name = manifest.name;
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
