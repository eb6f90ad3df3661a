/**
 * Prints a list of all packages that a running product has in it, as CycloneDX: `npm run -s sbom > sbom.json`. The Dockerfile puts it into the image.
 *
 * It is what `npm sbom` says of the lockfile without what is there for development alone, or not installed here. `npm sbom --omit dev` would
 * leave out each package that a workspace of ours needs for development and another one at run time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The workspace that no image has. */
const TESTS = 'tests';

const { name, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const nameOf = ([path, entry]) => entry.name ?? path.replace(/^.*node_modules\//, '');
const kept = new Set(
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && path !== TESTS && !dev && !link && existsSync(join(root, path)))
    .map(([path, entry]) => `${nameOf([path, entry])}@${entry.version}`),
);

const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
const bom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
const product = bom.metadata.component['bom-ref'];
// npm takes the name of the folder for that of the product.
bom.metadata.component.name = name;
bom.components = bom.components
  .filter((component) => kept.has(component['bom-ref']))
  .map((component) => ({
    ...component,
    // As set for the first of several copies.
    properties: component.properties.filter((property) => property.name !== 'cdx:npm:package:development'),
  }));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => ref === product || kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => kept.has(needed)) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
