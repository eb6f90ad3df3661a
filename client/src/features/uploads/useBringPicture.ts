import { useCallback } from 'react';
import { uploadStore } from './upload-store.ts';
import { useFileDrop } from './useFileDrop.ts';
import { usePaste } from './usePaste.ts';

export interface BringPicture {
  readonly over: boolean;
  readonly onFiles: (files: File[]) => void;
  readonly onUrl: (url: string) => void;
}

/**
 * Every way to bring a picture, for a whole page: drop, paste, and the handlers for its buttons and fields.
 * @param onStarted called when a picture was good enough to be sent
 */
export function useBringPicture(onStarted?: () => void): BringPicture {
  const onFiles = useCallback(
    (files: File[]) => {
      uploadStore.takeFiles(files);
      if (uploadStore.getState().stage === 'uploading') onStarted?.();
    },
    [onStarted],
  );
  const onUrl = useCallback(
    (url: string) => {
      uploadStore.start({ url });
      onStarted?.();
    },
    [onStarted],
  );
  const over = useFileDrop(onFiles);
  usePaste(onFiles, onUrl);
  return { over, onFiles, onUrl };
}
