import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';

/** A file of Maven Central, identified by its digest. */
export interface Jar {
  /** Below the repository's root. */
  readonly path: string;
  readonly sha256: string;
}

/** A test server is unavailable on this machine. The message gives the reason in one line. */
export class ServerUnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ServerUnavailableError';
  }
}

const REPOSITORY = 'https://repo1.maven.org/maven2/';
const NEEDED_JAVA = 17;
/** Per file. A machine without network must not delay the tests. */
const FETCH_TIMEOUT_MS = 120_000;
const FETCHES_AT_ONCE = 6;

/** @throws ServerUnavailableError without Java of the required version */
export async function checkJava(): Promise<void> {
  if (process.platform === 'win32') throw new ServerUnavailableError('servers for tests are not started on Windows');
  const { stderr } = await promisify(execFile)('java', ['-version']).catch(() => ({ stderr: '' }));
  const version = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (!(version >= NEEDED_JAVA)) throw new ServerUnavailableError(`there is no Java ${NEEDED_JAVA} or newer`);
}

/**
 * Paths of the jars, downloaded into `.cache/jars` if missing. Safe for concurrent processes.
 *
 * @throws ServerUnavailableError when one can neither be found nor downloaded
 */
export async function jars(wanted: readonly Jar[]): Promise<string[]> {
  const folder = join(projectRoot, '.cache', 'jars');
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let from = 0; from < wanted.length; from += FETCHES_AT_ONCE) {
    paths.push(...(await Promise.all(wanted.slice(from, from + FETCHES_AT_ONCE).map((jar) => obtain(folder, jar)))));
  }
  return paths;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function obtain(folder: string, { path, sha256 }: Jar): Promise<string> {
  const place = join(folder, basename(path));
  const present = await readFile(place).catch(() => undefined);
  if (present !== undefined && digest(present) === sha256) return place;

  const fetched = await fetch(new URL(path, REPOSITORY), { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    .then(async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined))
    .catch(() => undefined);
  if (fetched === undefined) throw new ServerUnavailableError(`${basename(path)} cannot be fetched from Maven Central`);
  // Not "unavailable": the published file changed, which must never happen.
  if (digest(fetched) !== sha256)
    throw new Error(`${basename(path)} from Maven Central is not the file that was pinned`);
  const unfinished = `${place}.${process.pid}`;
  await writeFile(unfinished, fetched);
  await rename(unfinished, place);
  return place;
}
