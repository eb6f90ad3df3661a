import { createHash } from 'node:crypto';
import { appendFile, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Options } from './options.ts';

/** What was done before, so that a run that was interrupted goes on where it stopped. */
export interface Journal {
  /** The file that holds the result of these bytes with these options, unless it is gone. */
  find(bytes: Uint8Array): Promise<string | undefined>;
  add(bytes: Uint8Array, output: string): Promise<void>;
}

const FILE = '.clearcut-journal';

/** A line a picture, in the folder of the results: a digest of bytes and options, and the name of the file. */
export async function openJournal(folder: string, options: Options): Promise<Journal> {
  const file = path.join(folder, FILE);
  const { size, format, background, crop } = options;
  const wanted = JSON.stringify([size, format, background ?? null, crop]);
  const text = await readFile(file, 'utf8').catch(() => '');
  // The last line of a run that was killed may be half a line: it is one that is not found.
  const done = new Map(text.split('\n').map((line) => [line.slice(0, 64), line.slice(65)]));
  const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(wanted).update(bytes).digest('hex');
  return {
    async find(bytes) {
      const name = done.get(keyOf(bytes));
      const output = name === undefined || name === '' ? undefined : path.join(folder, name);
      return output !== undefined && (await stat(output).catch(() => undefined)) ? output : undefined;
    },
    async add(bytes, output) {
      const name = path.relative(folder, output);
      done.set(keyOf(bytes), name);
      await appendFile(file, `\n${keyOf(bytes)} ${name}\n`);
    },
  };
}
