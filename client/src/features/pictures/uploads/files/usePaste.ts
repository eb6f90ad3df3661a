import { useEffect } from 'react';
import { urlProblem } from './validation.ts';

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(':read-write');

/** Accepts a picture, or its address, pasted anywhere on the page. Text pasted into a field stays there. */
export function usePaste(onFiles: (files: File[]) => void, onUrl: (url: string) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) {
        event.preventDefault();
        onFiles(files);
        return;
      }
      if (isTextField(event.target)) return;
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (urlProblem(text) === undefined) onUrl(text);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onFiles, onUrl]);
}
