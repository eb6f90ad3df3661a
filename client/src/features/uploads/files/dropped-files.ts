/** Reads all of a folder: the browser hands it out in portions, and an empty one is the end. */
async function filesWithin(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) files.push(...(await filesOf(entry)));
  }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return filesWithin(entry as FileSystemDirectoryEntry);
  const file = entry as FileSystemFileEntry;
  return [await new Promise<File>((resolve, reject) => file.file(resolve, reject))];
}

/** The files of what was dropped, folders with all that is within them. A file or folder that cannot be read is left out. */
export async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found = await Promise.allSettled(entries.map(filesOf));
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
