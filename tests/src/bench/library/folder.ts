import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { otherBytes, photoLike } from '../picture.ts';

const PICTURES = 100;
/** Minutes, seconds: `times` of a POSIX shell prints its children's last. */
const TIMES = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/;

interface OfFolder {
  readonly elapsedSeconds: number;
  /** Includes children. */
  readonly processorSeconds: number;
  readonly made: number;
}

/** 100 JPEGs of 2 megapixels. */
export async function fillFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const photo = await photoLike(1632, 1224);
  for (let n = 0; n < PICTURES; n++) await writeFile(join(folder, `photo-${n}.jpg`), otherBytes(photo));
}

/** @param words command with its arguments; `{out}` stands for an empty folder */
export async function measuredFolder(words: readonly string[], home: string, env: NodeJS.ProcessEnv = {}) {
  const out = join(home, 'made');
  await mkdir(out);
  const began = performance.now();
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', '"$@" >&2 && times', 'sh', ...words.map((word) => word.replace('{out}', out))],
    { env: { ...process.env, ...env }, maxBuffer: 1 << 28 },
  );
  const elapsedSeconds = (performance.now() - began) / 1000;
  const made = (await readdir(out)).length;
  await rm(out, { recursive: true });
  return { elapsedSeconds, processorSeconds: ofChildren(stdout), made } satisfies OfFolder;
}

function ofChildren(times: string): number {
  const [, ...found] = TIMES.exec(times.trim().split('\n').at(-1) ?? '') ?? [];
  const [minutes = 0, seconds = 0, systemMinutes = 0, systemSeconds = 0] = found.map(Number);
  return 60 * (minutes + systemMinutes) + seconds + systemSeconds;
}
