import { addTexts, i18n } from '../../../../lib/i18n/i18n.ts';
import { showToast } from '../../../../ui/toasts/show-toast.ts';

const TOAST_MS = 10_000;

/** Files that operating systems add to folders. */
export const isClutter = ({ name }: File): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

/** Leaves out clutter, and says when a folder has nothing else. */
export async function ofFolder(all: readonly File[]): Promise<File[]> {
  const files = all.filter((file) => !isClutter(file));
  if (files.length === 0) {
    await addTexts('bulk');
    showToast(i18n.t('drop.emptyFolder', { ns: 'bulk' }), { tone: 'error', durationMs: TOAST_MS });
  }
  return files;
}

/** Reads a whole folder: the browser returns it in portions; an empty one ends it. */
async function filesWithin(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    files.push(...(await readable(entries)));
  }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return filesWithin(entry as FileSystemDirectoryEntry);
  const file = entry as FileSystemFileEntry;
  return [await new Promise<File>((resolve, reject) => file.file(resolve, reject))];
}

/** Skips what cannot be read, such as a dead link or a file without permission. */
async function readable(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found = await Promise.allSettled(entries.map(filesOf));
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** Dropped files, with folders in full. */
export const filesOfEntries = async (entries: readonly FileSystemEntry[]): Promise<File[]> =>
  ofFolder(await readable(entries));
