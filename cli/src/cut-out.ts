import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isAddress, type Job, makeResultsFolder, nameIn, numbered } from './files/jobs.ts';
import { type Journal, type Known, openJournal } from './files/journal.ts';
import { FileError, FolderError, readAddress, readPicture, readStandardInput } from './files/read-picture.ts';
import { checkWritable, replace, UnwrittenError, writeNew } from './files/write.ts';
import { createLocal } from './local.ts';
import type { Options } from './options.ts';
import type { Outcome } from './outcome.ts';
import { reasonOf } from '@clearcut/platform/reasons';
import { createServer } from './server.ts';

interface Target {
  readonly file: string;
  /** By an earlier run. */
  readonly isDone: boolean;
}

/** One picture at a time, skipping those of an earlier run. @throws RefusedError, FileError, Error of the system */
export function createCutter(options: Options, warn: (message: string) => void): (job: Job) => Promise<Outcome> {
  const { inputs, out, overwrite, url } = options;
  const shared = out ?? (inputs.length === 1 ? inputs[0] : undefined);
  const send = url === undefined ? createLocal(options) : createServer({ ...options, url });
  const unwritable = new Map<string, UnwrittenError>();
  const journals = new Map<string, Promise<Journal | undefined>>();

  function journalOf(folder: string): Promise<Journal | undefined> {
    const journal =
      journals.get(folder) ??
      openJournal(folder, options, process.env).catch((error: unknown) => {
        warn(`There is no journal, so a later run starts from the beginning: ${reasonOf(error)}.`);
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

  /** @returns where: skips a name taken meanwhile */
  async function write(file: string, bytes: Uint8Array): Promise<string> {
    if (overwrite) {
      await replace(file, bytes);
      return file;
    }
    for (let n = 1; ; n += 1) if (await writeNew(numbered(file, n), bytes)) return numbered(file, n);
  }

  async function checkFolderOf(file: string): Promise<void> {
    const folder = path.dirname(file);
    const earlier = unwritable.get(folder);
    if (earlier !== undefined) throw new FolderError(earlier.message);
    await checkWritable(file, shared !== undefined && path.relative(shared, folder) === '').catch((error: unknown) => {
      if (error instanceof UnwrittenError && error.isForFolder) unwritable.set(folder, error);
      throw error;
    });
  }

  return async (job) => {
    const { input } = job;
    const { bytes, name } = await read(input);
    if (job.output === '-') {
      const made = await send({ bytes, name });
      process.stdout.write(made.bytes);
      return { input, output: job.output, outcome: 'done', credits: made.credits };
    }
    const folder = path.dirname(job.output);
    await makeResultsFolder(folder, out);
    const journal = await journalOf(folder);
    const known = journal?.find(bytes);
    const target = await targetOf(job, known);
    if (target.isDone) return { input, output: target.file, outcome: 'done-before', credits: 0 };
    await checkFolderOf(target.file);
    const before = await known?.read();
    const made = before === undefined ? await send({ bytes, name }) : { bytes: before, credits: 0 };
    const output = await write(target.file, made.bytes).catch((error: unknown) => {
      throw new UnwrittenError(target.file, error, made.credits);
    });
    await journal?.add(bytes, path.basename(output), made.bytes).catch((error: unknown) => {
      warn(`The journal cannot be written, so a later run makes ${output} again: ${reasonOf(error)}.`);
    });
    return { input, output, outcome: before === undefined ? 'done' : 'done-before', credits: made.credits };
  };
}

async function read(input: string): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  if (input === '-') return { bytes: await readStandardInput(), name: 'image' };
  if (isAddress(input)) return { bytes: await readAddress(input), name: nameIn(input) };
  return { bytes: await readPicture(input), name: path.basename(input) };
}
