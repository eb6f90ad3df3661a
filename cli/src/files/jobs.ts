import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '@clearcut/platform/make-folder';
import { reasonOf } from '@clearcut/platform/reasons';
import { type Options, UsageError } from '../options.ts';
import { missing } from '../reasons.ts';
import { FileError } from './read-picture.ts';
import { type Skipped, walk } from './walk.ts';
import { isOfSpace } from './write.ts';

export interface Job {
  /** `-` is standard input. */
  readonly input: string;
  /** `-` is standard output. */
  readonly output: string;
  /** The user named the output: no other name will do. */
  readonly isNamed: boolean;
}

export interface Jobs {
  readonly jobs: readonly Job[];
  readonly skipped: readonly Skipped[];
}

/**
 * Includes files in folders, which keep their place in the results folder.
 * @throws UsageError
 */
export async function findJobs({ inputs, out, format, mask, watch }: Options): Promise<Jobs> {
  const jobs: Job[] = [];
  const skipped: Skipped[] = [];
  for (const input of inputs) {
    if (watch && isAddress(input)) throw new UsageError('--watch needs folders, not addresses.');
    if (input === '-') {
      const isNamed = inputs.length === 1 && out !== undefined && (await namesFile(out, true));
      const output = out === undefined || isNamed ? (out ?? '-') : outputOf('image', '', out, format, mask);
      jobs.push({ input, output, isNamed });
    } else if (isAddress(input)) {
      const isNamed = inputs.length === 1 && out !== undefined && (await namesFile(out));
      jobs.push({ input, output: isNamed ? out : outputOf(nameIn(input), '', out, format, mask), isNamed });
    } else if (await isFolder(input)) {
      const found = await walk(input).catch((error: unknown) => {
        throw new UsageError(`${input} cannot be read: ${reasonOf(error)}.`);
      });
      skipped.push(...found.skipped);
      for (const name of found.pictures) {
        const file = path.join(input, name);
        jobs.push({ input: file, output: outputOf(file, path.dirname(name), out, format, mask), isNamed: false });
      }
    } else {
      const isNamed = inputs.length === 1 && out !== undefined && (await namesFile(out));
      jobs.push({ input, output: isNamed ? out : outputOf(input, '', out, format, mask), isNamed });
    }
  }
  if ((jobs.length > 1 || watch) && out === '-') throw new UsageError('Standard output takes one picture.');
  for (const { output, isNamed } of jobs) if (isNamed) checkKind(output, format);
  return { jobs: apart(jobs), skipped };
}

/** A folder otherwise. @param isPiped needs no extension */
async function namesFile(out: string, isPiped = false): Promise<boolean> {
  if (out === '-') return true;
  if (out.endsWith('/') || out.endsWith(path.sep)) return false;
  if ((await stat(out).catch(() => undefined))?.isDirectory() === true) return false;
  return isPiped || path.extname(out) !== '';
}

/** @param isStrict no other ending, such as of a settings file. @throws UsageError */
export function checkKind(output: string, format: string, isStrict = false): void {
  const kind = path.extname(output).slice(1).toLowerCase().replace('jpeg', 'jpg');
  if (kind === format) return;
  const isPicture = ['png', 'jpg', 'webp'].includes(kind);
  if (!isPicture && !isStrict) return;
  const remedy = isPicture ? `Choose the format ${kind}, or another name.` : `End its name with .${format}.`;
  throw new UsageError(`${output} would be a ${format.toUpperCase()}. ${remedy}`);
}

async function isFolder(input: string): Promise<boolean> {
  const found = await lstat(input).catch(() => undefined);
  if (found === undefined) throw new UsageError(missing(input));
  return found.isDirectory();
}

export function outputOf(file: string, below: string, out: string | undefined, format: string, isMask = false): string {
  const ending = `-${isMask ? 'mask' : 'cutout'}.${format}`;
  const name =
    shortened(path.basename(file, path.extname(file)), MAX_NAME_BYTES - NUMBER_BYTES - ending.length) + ending;
  return out === undefined ? path.join(path.dirname(file), name) : path.join(out, below, name);
}

/** Limit of common file systems. */
const MAX_NAME_BYTES = 255;
/** Room for `numbered`. */
const NUMBER_BYTES = 8;

/** Whole characters. */
function shortened(name: string, bytes: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  while (Buffer.byteLength(characters.join('')) > bytes) characters.pop();
  return characters.join('');
}

export const isAddress = (input: string): boolean => /^https?:\/\//i.test(input);

/** Never a path, whatever the address says. */
export function nameIn(url: string): string {
  const pathname = URL.canParse(url) ? new URL(url).pathname : '';
  return (
    path
      .basename(pathname)
      .replaceAll(/[^\w.-]/g, '')
      .replace(/^\.+/, '')
      .slice(0, 100) || 'image'
  );
}

/** For names already taken: `a-cutout-2.png`. */
export function numbered(output: string, n: number): string {
  const { dir, name, ext } = path.parse(output);
  return n === 1 ? output : path.join(dir, `${name}-${n}${ext}`);
}

/** @throws FileError where a link leads out of the folder of results */
export async function makeResultsFolder(folder: string, out: string | undefined): Promise<void> {
  if (out !== undefined && !path.relative(out, folder).startsWith('..')) {
    await made(out, true);
    const below = path.relative(await realpath(out), await realpath(await existing(folder)));
    if (below.startsWith('..') || path.isAbsolute(below))
      throw new FileError(`A link in ${folder} leads out of ${out}.`);
  }
  await made(folder);
}

async function made(folder: string, isShared = false): Promise<void> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new FileError(`${folder} cannot be made: ${reasonOf(error)}.`, isShared || isOfSpace(error));
  });
}

const existing = async (folder: string): Promise<string> =>
  (await lstat(folder).catch(() => undefined)) ? folder : existing(path.dirname(folder));

/** In a watched folder, a new picture never takes another's name. */
const owners = new Map<string, string>();

/** Case and composition do not distinguish names on macOS and Windows. */
const keyOf = (output: string): string => output.normalize().toLowerCase();

/** Pictures whose results would have the same name. */
function apart(jobs: readonly Job[]): Job[] {
  return jobs.map((job) => {
    const isTaken = (output: string): boolean => (owners.get(keyOf(output)) ?? job.input) !== job.input;
    let { output } = job;
    for (let n = 2; output !== '-' && isTaken(output); n += 1) output = numbered(job.output, n);
    owners.set(keyOf(output), job.input);
    return { ...job, output };
  });
}
