/**
 * `npm run release -- 0.2.0` writes the version everywhere and cuts CHANGELOG.md. Tag the commit `v0.2.0`; the workflow
 * builds the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const json = /("version": )"[^"]+"/;
/** First match of each pattern. */
const PLACES = [
  '',
  'schemas/',
  'scene/',
  'platform/',
  'sandbox/',
  'command-api/',
  'projections/',
  'operator/',
  'node/',
  'cli/',
  'clients/typescript/',
  'inference-worker/',
  'client/',
  'tools/backgrounds/',
  'tests/',
]
  .map((folder) => ({ path: `${folder}package.json`, pattern: json }))
  .concat([
    { path: 'clients/python/pyproject.toml', pattern: /(version = )"[^"]+"/ },
    { path: 'docs/openapi/v1.json', pattern: json },
    { path: 'docs/openapi/dialects.json', pattern: json },
    { path: 'Dockerfile', pattern: /(image\.version=)(\S+)/ },
  ]);

const UNRELEASED = '## Unreleased\n';

/** By path. */
export const versionsIn = (root) =>
  Object.fromEntries(
    PLACES.map(({ path, pattern }) => [
      path,
      pattern
        .exec(readFileSync(join(root, path), 'utf8'))?.[0]
        .split(/[=:]\s*/)
        .at(-1)
        .replaceAll('"', ''),
    ]),
  );

/** @throws Error for an invalid version, or a changelog without an entry */
export function release(root, version, day) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version such as 0.2.0.`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [, entries = ''] = /## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(changelog) ?? [];
  if (entries.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  for (const { path, pattern } of PLACES) {
    const text = readFileSync(join(root, path), 'utf8');
    const quote = path === 'Dockerfile' ? '' : '"';
    writeFileSync(join(root, path), text.replace(pattern, `$1${quote}${version}${quote}`));
  }
  writeFileSync(join(root, 'CHANGELOG.md'), changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} – ${day}\n`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    release(
      fileURLToPath(new URL('..', import.meta.url)),
      process.argv[2] ?? '',
      new Date().toISOString().slice(0, 10),
    );
    console.log('Now: npm install --package-lock-only, commit, tag.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
