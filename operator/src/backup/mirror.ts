import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from './missing.ts';

/** Younger folders may change again within one tick of the file system's clock. */
const SETTLED_AFTER_MS = 2_000;

interface Known {
  readonly changed: number;
  readonly folders: readonly string[];
}

/** Files are immutable; later rounds read only changed folders. */
export class Mirror {
  readonly #source: string;
  readonly #target: string;
  readonly #known = new Map<string, Known>();

  constructor(source: string, target: string) {
    [this.#source, this.#target] = [source, target];
  }

  /** Resolves with a function that removes what left the source: the log copied before may still name it. */
  async copyNew(): Promise<() => Promise<void>> {
    const gone: string[] = [];
    await this.#visit('', gone);
    return async () => {
      for (const path of gone) await rm(join(this.#target, path), { recursive: true, force: true });
    };
  }

  async #visit(path: string, gone: string[]): Promise<void> {
    const source = join(this.#source, path);
    const changed = await ignoreMissing(stat(source).then((found) => found.mtimeMs));
    // Removed since its parent was read.
    if (changed === undefined) return;
    const known = this.#known.get(path);
    const isSettled = known?.changed === changed && Date.now() - changed > SETTLED_AFTER_MS;
    const folders = isSettled ? known.folders : await this.#compare(path, gone);
    this.#known.set(path, { changed, folders });
    for (const folder of folders) await this.#visit(folder, gone);
  }

  /** @returns folders to visit */
  async #compare(path: string, gone: string[]): Promise<readonly string[]> {
    const target = join(this.#target, path);
    await mkdir(target, { recursive: true, mode: 0o700 });
    const entries = await ignoreMissing(readdir(join(this.#source, path), { withFileTypes: true }));
    if (entries === undefined) return [];
    // Dotted names are unfinished files of the store.
    const kept = entries.filter(({ name }) => !name.startsWith('.'));
    const names = new Set(kept.map(({ name }) => name));
    for (const name of await readdir(target)) {
      if (names.has(name)) continue;
      gone.push(join(path, name));
      this.#forget(join(path, name));
    }
    for (const entry of kept) if (entry.isFile()) await this.#copyFile(join(path, entry.name));
    return kept.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  }

  #forget(path: string): void {
    for (const known of this.#known.keys())
      if (known === path || known.startsWith(`${path}/`)) this.#known.delete(known);
  }

  async #copyFile(path: string): Promise<void> {
    const [source, target] = [join(this.#source, path), join(this.#target, path)];
    const found = await ignoreMissing(stat(source));
    if (found === undefined) return;
    const copied = await ignoreMissing(stat(target));
    const isSame = copied?.size === found.size && Math.abs(copied.mtimeMs - found.mtimeMs) < 1;
    if (!isSame) await ignoreMissing(copyDurably(source, target, found.mtime));
  }
}

/** Appears whole, with the source's modification time. */
async function copyDurably(source: string, target: string, changed: Date): Promise<void> {
  const unfinished = `${target}.new`;
  await copyFile(source, unfinished, constants.COPYFILE_FICLONE);
  const file = await open(unfinished, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await utimes(unfinished, changed, changed);
  await rename(unfinished, target);
}
