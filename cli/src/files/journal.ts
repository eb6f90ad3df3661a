import { createHash } from 'node:crypto';
import { appendFile, lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Options } from '../options.ts';

/** Lets an interrupted run resume. */
export interface Journal {
  find(picture: Uint8Array): Known | undefined;
  add(picture: Uint8Array, name: string, result: Uint8Array): Promise<void>;
}

export interface Known {
  /** Names of files with this result. */
  readonly names: ReadonlySet<string>;
  /** One that is still as written. */
  read(): Promise<Buffer | undefined>;
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly result: string;
}

/**
 * Kept with the user's own state, not in the folder, which may be someone else's. Names without a path, and digests.
 */
export async function openJournal(folder: string, options: Options, env: NodeJS.ProcessEnv): Promise<Journal> {
  const real = await realpath(folder);
  const file = path.join(stateFolder(env), 'journals', `${digestOf(real)}.jsonl`);
  const { url, size, format, background, crop, mask, model, point, box } = options;
  // Keys of earlier versions stay as they were.
  const subject = box === undefined ? [] : [box];
  const isPlain = url !== undefined && !mask && point === undefined && box === undefined;
  const more = isPlain ? [] : [mask, model ?? null, point ?? null, ...subject];
  const wanted = JSON.stringify([url ?? null, size, format, background ?? null, crop, ...more]);
  const keyOf = (picture: Uint8Array): string => digestOf(wanted, picture);
  const known = new Map<string, Map<string, string>>();
  const remember = ({ key, name, result }: Line): void => {
    if (path.basename(name) !== name) return;
    known.set(key, (known.get(key) ?? new Map<string, string>()).set(name, result));
  };
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const parsed = parseLine(line);
    if (parsed !== undefined) remember(parsed);
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  return {
    find(picture) {
      const results = known.get(keyOf(picture));
      return results && { names: new Set(results.keys()), read: () => firstUnchanged(real, results) };
    },
    async add(picture, name, result) {
      const line = { key: keyOf(picture), name, result: digestOf(result) };
      remember(line);
      await appendFile(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
}

async function firstUnchanged(folder: string, results: ReadonlyMap<string, string>): Promise<Buffer | undefined> {
  for (const [name, digest] of results) {
    const file = path.join(folder, name);
    if (!(await lstat(file).catch(() => undefined))?.isFile()) continue;
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes !== undefined && digestOf(bytes) === digest) return bytes;
  }
  return undefined;
}

/** A killed run may leave half a line. */
function parseLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const isLine = [line?.key, line?.name, line?.result].every((value) => typeof value === 'string');
    return isLine ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'clearcut');
  }
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'clearcut');
  return path.join(env['XDG_STATE_HOME'] || path.join(homedir(), '.local', 'state'), 'clearcut');
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
