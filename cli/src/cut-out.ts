import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type Job, makeFolder, numbered } from './files/jobs.ts';
import { type Journal, type Known, openJournal } from './files/journal.ts';
import { FileError, readPicture, readStandardInput } from './files/read-picture.ts';
import { replace, writeNew } from './files/write.ts';
import type { Options } from './options.ts';
import type { Outcome } from './outcome.ts';
import { createServer } from './server.ts';

interface Target {
  readonly file: string;
  /** An earlier run wrote it for this picture. */
  readonly isDone: boolean;
}

/** Cuts out one picture at a time; what an earlier run made is not sent again. @throws RefusedError, FileError, Error of the system */
export function createCutter(options: Options, warn: (message: string) => void): (job: Job) => Promise<Outcome> {
  const { out, overwrite } = options;
  const send = createServer(options);
  const journals = new Map<string, Promise<Journal | undefined>>();

  function journalOf(folder: string): Promise<Journal | undefined> {
    const journal =
      journals.get(folder) ??
      openJournal(folder, options, process.env).catch((error: unknown) => {
        warn(`There is no journal, so a later run starts from the beginning: ${String(error)}`);
        return undefined;
      });
    journals.set(folder, journal);
    return journal;
  }

  async function targetOf({ output, isNamed }: Job, known: Known | undefined): Promise<Target> {
    for (let n = 1; ; n += 1) {
      const file = numbered(output, n);
      const found = await lstat(file).catch(() => undefined);
      if (found === undefined) return { file, isDone: false };
      if (found.isFile() && known?.names.has(path.basename(file)) === true) return { file, isDone: true };
      if (overwrite && !found.isDirectory()) return { file, isDone: false };
      if (isNamed) throw new FileError(`${file} is there already. Choose another name, or add --overwrite.`);
    }
  }

  /** @returns where it was written: a name that was taken meanwhile is left alone */
  async function write(file: string, bytes: Uint8Array): Promise<string> {
    if (overwrite) {
      await replace(file, bytes);
      return file;
    }
    for (let n = 1; ; n += 1) if (await writeNew(numbered(file, n), bytes)) return numbered(file, n);
  }

  return async (job) => {
    const { input } = job;
    const bytes = input === '-' ? await readStandardInput() : await readPicture(input);
    const name = input === '-' ? 'image' : path.basename(input);
    if (job.output === '-') {
      const made = await send({ bytes, name });
      process.stdout.write(made.bytes);
      return { input, output: job.output, outcome: 'done', credits: made.credits };
    }
    const folder = path.dirname(job.output);
    await makeFolder(folder, out);
    const journal = await journalOf(folder);
    const known = journal?.find(bytes);
    const target = await targetOf(job, known);
    if (target.isDone) return { input, output: target.file, outcome: 'done-before', credits: 0 };
    const before = await known?.read();
    const made = before === undefined ? await send({ bytes, name }) : { bytes: before, credits: 0 };
    const output = await write(target.file, made.bytes);
    await journal?.add(bytes, path.basename(output), made.bytes);
    return { input, output, outcome: before === undefined ? 'done' : 'done-before', credits: made.credits };
  };
}
