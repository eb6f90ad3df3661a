import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Options, UsageError } from './options.ts';

/** One picture, and where its cut-out goes. */
export interface Job {
  /** `-` is standard input. */
  readonly input: string;
  /** `-` is standard output. */
  readonly output: string;
}

const PICTURE = /\.(?:png|jpe?g|webp)$/i;
/** How files of ours end: a folder is not cut out twice. */
const SUFFIX = '-cutout';

/**
 * The pictures that are meant, folders with all that is in them. A picture of a folder keeps its place in the folder of results.
 * @throws UsageError
 */
export async function findJobs({ inputs, out, format, watch }: Options): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const input of inputs) {
    if (input === '-') jobs.push({ input, output: out ?? '-' });
    else if (await isFolder(input)) {
      const names = (await readdir(input, { recursive: true })).filter((name) => PICTURE.test(name));
      const own = new RegExp(`${SUFFIX}\\.(?:png|jpg|webp)$`);
      for (const name of names.filter((one) => !own.test(one)).sort()) {
        const file = path.join(input, name);
        jobs.push({ input: file, output: outputOf(file, path.dirname(name), out, format) });
      }
    } else {
      const isSingle = inputs.length === 1 && out !== undefined && (out === '-' || path.extname(out) !== '');
      jobs.push({ input, output: isSingle ? out : outputOf(input, '', out, format) });
    }
  }
  if (jobs.length === 0 && !watch) throw new UsageError('There are no pictures: PNG, JPG or WEBP.');
  if ((jobs.length > 1 || watch) && out === '-') throw new UsageError('Standard output takes one picture.');
  for (const folder of new Set(jobs.map(({ output }) => path.dirname(output))))
    await mkdir(folder, { recursive: true });
  return apart(jobs);
}

async function isFolder(input: string): Promise<boolean> {
  const found = await stat(input).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no ${input}.`);
  return found.isDirectory();
}

/** Where the cut-out of a file goes. */
export function outputOf(file: string, below: string, out: string | undefined, format: string): string {
  const name = `${path.basename(file, path.extname(file))}${SUFFIX}.${format}`;
  return out === undefined ? path.join(path.dirname(file), name) : path.join(out, below, name);
}

/** Whose a result's name is: while a folder is watched, a picture that comes takes no other's. */
const owners = new Map<string, string>();

/** Pictures that differ in their ending alone would write over each other's results. */
function apart(jobs: readonly Job[]): Job[] {
  return jobs.map((job) => {
    const { dir, name, ext } = path.parse(job.output);
    const isTaken = (output: string): boolean => (owners.get(output) ?? job.input) !== job.input;
    let { output } = job;
    for (let n = 2; output !== '-' && isTaken(output); n += 1) output = path.join(dir, `${name}-${n}${ext}`);
    owners.set(output, job.input);
    return { ...job, output };
  });
}
