import { type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isPictureName, type SkipReason, skipReasonOf } from './kinds.ts';

export interface Skipped {
  readonly file: string;
  readonly reason: SkipReason;
}

interface Found {
  /** Relative to the folder. */
  readonly pictures: string[];
  readonly skipped: Skipped[];
}

/** In order, without following links. */
export async function walk(folder: string): Promise<Found> {
  const found: Found = { pictures: [], skipped: [] };
  await walkInto(folder, '', undefined, found);
  found.pictures.sort();
  return found;
}

async function walkInto(root: string, below: string, outside: SkipReason | undefined, found: Found): Promise<void> {
  const skip = (name: string, reason: SkipReason): void =>
    void found.skipped.push({ file: path.join(root, below, name), reason });
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(root, below), { withFileTypes: true });
  } catch (error) {
    if (below === '') throw error;
    skip('', 'unreadable');
    return;
  }
  for (const entry of entries) {
    const { name } = entry;
    const isFolder = entry.isDirectory();
    const own = skipReasonOf(name, isFolder);
    // A folder's link has no picture's name.
    const isLink = entry.isSymbolicLink() && (own === undefined || own === 'not-a-picture');
    const reason = outside ?? (isLink ? 'link' : own);
    if (isFolder) await walkInto(root, path.join(below, name), reason, found);
    else if (reason !== undefined) {
      if (outside === undefined || isPictureName(name)) skip(name, reason);
    } else if (!entry.isFile()) skip(name, 'special');
    else found.pictures.push(path.join(below, name));
  }
}
