import { useEffect, useState } from 'react';
import { isTextField } from './usePaste.ts';
import { urlProblem } from './validation.ts';

/** Dropped files, with folders in full. Call within the event: the browser clears it afterwards. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const plain = [...files];
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return plain;
  const { filesOfEntries } = await import('./dropped-files.ts');
  return filesOfEntries(entries);
}

/**
 * Accepts drops anywhere in the window; a near miss would otherwise open the file or link in place of the page. Refuses
 * what is dragged within the page.
 * @param onUrl takes a picture's address; without it, links are refused
 * @returns whether files are being dragged over the window
 */
export function useFileDrop(onFiles: (files: File[]) => void, onUrl?: (url: string) => void): boolean {
  const [over, setOver] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    // Enter and leave fire for every element crossed; only their difference locates the pointer.
    let depth = 0;
    let isOwn = false;
    const drag = (event: DragEvent) => {
      const { type, dataTransfer: data } = event;
      if (type === 'dragstart' || type === 'dragend') isOwn = type === 'dragstart';
      else if (data !== null) {
        const hasFiles = !isOwn && data.types.includes('Files');
        if (!hasFiles && isTextField(event.target)) return;
        event.preventDefault();
        if (type === 'drop') {
          depth = 0;
          const url = data.getData('URL');
          if (hasFiles) void droppedFiles(data).then(onFiles);
          else if (!isOwn && urlProblem(url) === undefined) onUrl?.(url);
        } else if (type !== 'dragover') {
          if (hasFiles) depth += type === 'dragenter' ? 1 : -1;
        } else if (!hasFiles && (isOwn || !onUrl || !data.types.includes('text/uri-list'))) data.dropEffect = 'none';
        setOver(depth > 0);
      }
    };
    for (const name of ['dragstart', 'dragend', 'dragenter', 'dragleave', 'dragover', 'drop'] as const)
      window.addEventListener(name, drag, controller);
    return () => controller.abort();
  }, [onFiles, onUrl]);

  return over;
}
