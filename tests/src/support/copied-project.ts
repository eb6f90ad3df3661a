import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

/** Made by the build, so not in Git. */
const BUILT = ['client/dist', 'client/server'];
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
  'client/locales',
  ...BUILT,
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
  const copy = await emptyProject();
  await copyParts(PARTS, copy.root);
  await linkPackages(copy.root);
  return copy;
}

/** The project as it was at a revision, with today's packages and built client. */
export async function checkOutProject(revision: string): Promise<CopiedProject> {
  const copy = await emptyProject();
  const { status, stderr } = spawnSync('bash', ['-c', 'git archive "$0" | tar -x -C "$1"', revision, copy.root], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  await copyParts(BUILT, copy.root);
  await linkPackages(copy.root);
  return copy;
}

async function emptyProject(): Promise<CopiedProject> {
  const root = await mkdtemp(join(tmpdir(), 'clearcut-copy-'));
  return { root, remove: () => rm(root, { recursive: true }) };
}

async function copyParts(parts: readonly string[], root: string): Promise<void> {
  for (const part of parts) {
    await cp(join(projectRoot, part), join(root, part), {
      recursive: true,
      filter: (path) => !path.endsWith(PACKAGES),
    });
  }
}

async function linkPackages(root: string): Promise<void> {
  for (const folder of ['.', ...PARTS]) {
    const packages = join(projectRoot, folder, PACKAGES);
    if (!existsSync(packages) || !existsSync(join(root, folder))) continue;
    await mkdir(join(root, folder, PACKAGES));
    for (const name of await readdir(packages)) {
      // Links to the parts are relative, and so lead to the copies.
      if (name === OWN)
        await cp(join(packages, OWN), join(root, folder, PACKAGES, OWN), { recursive: true, verbatimSymlinks: true });
      else await symlink(join(packages, name), join(root, folder, PACKAGES, name));
    }
  }
}
