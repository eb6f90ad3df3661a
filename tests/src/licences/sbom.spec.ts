import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string; readonly hashes?: readonly unknown[] }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Resolves the package from that folder, as Node does. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(projectRoot); folder = join(folder, '..')) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  return undefined;
}

/** `name@version` of all run-time dependencies of these folders, transitively. */
function neededBy(folders: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const visit = (folder: string): void => {
    const { dependencies, optionalDependencies } = manifestIn(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = folderOf(name, folder);
      if (found === undefined) continue;
      const key = `${name}@${manifestIn(found).version}`;
      if (needed.has(key)) continue;
      needed.add(key);
      visit(found);
    }
  };
  for (const folder of folders) visit(folder);
  return needed;
}

const workspaces = globSync(['*/package.json', 'clients/*/package.json'], { cwd: projectRoot }).map((path) =>
  join(projectRoot, path, '..'),
);
const ofProduct = workspaces.filter((folder) => folder !== join(projectRoot, 'tests'));

test('the bill of materials names each package of the product, and no test-only ones', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(projectRoot, 'scripts', 'sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const bom = JSON.parse(stdout) as Bom;
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'clearcut' } } });
  const named = new Set(bom.components.map((component) => component['bom-ref']));
  const needed = neededBy(ofProduct);
  expect(needed.size).toBeGreaterThan(200);
  expect([...needed].filter((one) => !named.has(one))).toEqual([]);

  const forTests = Object.keys(manifestIn(join(projectRoot, 'tests')).devDependencies ?? {});
  const ofNeeded = new Set([...needed].map((one) => one.slice(0, one.lastIndexOf('@'))));
  const testsAlone = forTests.filter((name) => !ofNeeded.has(name) && !name.startsWith('@clearcut/'));
  expect(testsAlone).toContain('playwright');
  expect(testsAlone.filter((name) => [...named].some((one) => one.startsWith(`${name}@`)))).toEqual([]);
  expect(named).not.toContain('@clearcut/tests@0.1.0');
  // Each named dependency is listed.
  const refs = new Set([...named, bom.metadata.component['bom-ref']]);
  expect(bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))).toEqual(
    [],
  );
});

test('the image contains it, and tests need nothing at run time that an image would have to contain', () => {
  expect(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')).toMatch(/npm run -s sbom > sbom\.json/);
  expect(readFileSync(join(projectRoot, '.dockerignore'), 'utf8').split('\n')).toContain('tests');
  expect(manifestIn(join(projectRoot, 'tests')).dependencies).toBeUndefined();
});
