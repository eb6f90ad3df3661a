import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

/** Everything that the started product reads from the project, besides its packages. */
const PARTS = [
  'package.json',
  'platform',
  'schemas',
  'scene',
  'sandbox',
  'command-api',
  'projections',
  'inference-worker',
  'billing',
  'client/dist',
  'client/server',
  'client/locales',
];
const PACKAGES = 'node_modules';
/** Scope of packages that are links to the parts. */
const OWN = '@clearcut';

export interface CopiedProject {
  readonly root: string;
  remove(): Promise<void>;
}

/** A copy of the project, so that a test can break a file while others run from the project. */
export async function copyProject(): Promise<CopiedProject> {
  const root = await mkdtemp(join(tmpdir(), 'clearcut-copy-'));
  for (const part of PARTS) {
    await cp(join(projectRoot, part), join(root, part), {
      recursive: true,
      filter: (path) => !path.endsWith(PACKAGES),
    });
  }
  for (const folder of ['.', ...PARTS]) {
    const packages = join(projectRoot, folder, PACKAGES);
    if (!existsSync(packages)) continue;
    await mkdir(join(root, folder, PACKAGES));
    for (const name of await readdir(packages)) {
      // Links to the parts are relative, and so lead to the copies.
      if (name === OWN)
        await cp(join(packages, OWN), join(root, folder, PACKAGES, OWN), { recursive: true, verbatimSymlinks: true });
      else await symlink(join(packages, name), join(root, folder, PACKAGES, name));
    }
  }
  return { root, remove: () => rm(root, { recursive: true }) };
}
