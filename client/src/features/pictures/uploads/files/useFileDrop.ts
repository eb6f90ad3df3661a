import { useEffect, useState } from 'react';
import { isTextField } from './usePaste.ts';

/** Dropped files, with folders in full. Call within the event: the browser clears it afterwards. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const plain = [...files];
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return plain;
  const { filesOfEntries } = await import('./dropped-files.ts');
  return filesOfEntries(entries);
}

/**
 * Accepts drops anywhere in the window; a near miss would otherwise open the file or link in place of the page.
 * @returns whether files are being dragged over the window
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    // Enter and leave fire for every element crossed; only their difference locates the pointer.
    let depth = 0;
    const drag = (event: DragEvent) => {
      const { type, dataTransfer: data } = event;
      if (data === null) return;
      const hasFiles = data.types.includes('Files');
      if (!hasFiles && isTextField(event.target)) return;
      event.preventDefault();
      if (type === 'drop') {
        if (hasFiles) void droppedFiles(data).then(onFiles);
        depth = 0;
      } else if (hasFiles && type !== 'dragover') depth += type === 'dragenter' ? 1 : -1;
      setOver(depth > 0);
    };
    for (const name of ['dragenter', 'dragleave', 'dragover', 'drop'] as const)
      window.addEventListener(name, drag, controller);
    return () => controller.abort();
  }, [onFiles]);

  return over;
}
