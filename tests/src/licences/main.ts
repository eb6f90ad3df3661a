/** Part of `npm test -- lint`: reports each package of the lockfile without a permitted licence. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { type Lockfile, refusedLicences } from './licences.ts';

const lockfile = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8')) as Lockfile;
for (const { name, licence } of refusedLicences(lockfile)) {
  console.error(
    `${name}: ${licence === '' ? 'states no licence' : `the licence ${licence} is not permitted`}. See CONTRIBUTING.md.`,
  );
  process.exitCode = 1;
}
