import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Journal, openJournal } from './journal.ts';
import type { Options } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { Job } from './pictures.ts';
import { createServer } from './server.ts';

/** Cuts one picture out after the other: what was done before is copied, and not sent again. @throws RefusedError, Error of files */
export function createCutter(options: Options): (job: Job) => Promise<Outcome> {
  const send = createServer(options);
  const journals = new Map<string, Promise<Journal>>();

  function journalOf(folder: string): Promise<Journal> {
    const journal = journals.get(folder) ?? openJournal(folder, options);
    journals.set(folder, journal);
    return journal;
  }

  return async (job) => {
    const bytes = job.input === '-' ? await buffer(process.stdin) : await readFile(job.input);
    const name = job.input === '-' ? 'image' : path.basename(job.input);
    if (job.output === '-') {
      const made = await send({ bytes, name });
      process.stdout.write(made.bytes);
      return { ...job, outcome: 'done', credits: made.credits };
    }
    const journal = await journalOf(path.dirname(job.output));
    const before = await journal.find(bytes);
    if (before !== undefined) {
      if (path.resolve(before) !== path.resolve(job.output)) await copyFile(before, job.output);
      return { ...job, outcome: 'done-before', credits: 0 };
    }
    const made = await send({ bytes, name });
    await writeWhole(job.output, made.bytes);
    await journal.add(bytes, job.output);
    return { ...job, outcome: 'done', credits: made.credits };
  };
}

/** Whole or not at all: a run that is killed leaves no half picture under its name. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${file}.part`, bytes);
  await rename(`${file}.part`, file);
}
