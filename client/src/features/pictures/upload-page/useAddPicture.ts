import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { useFileDrop } from '../uploads/files/useFileDrop.ts';
import { usePaste } from '../uploads/files/usePaste.ts';
import { useRejectionText } from '../uploads/files/useRejectionText.ts';
import { formatOf, type Rejection } from '../uploads/files/validation.ts';

export interface AddPicture {
  readonly over: boolean;
  readonly onFiles: (files: File[]) => void;
  readonly onUrl: (url: string) => void;
}

/** Loaded when needed: it weighs on the first load. */
async function convertedFiles(files: readonly File[]): Promise<File[]> {
  const { converted } = await import('../uploads/files/convert.ts');
  return converted(files);
}

/** Refused files named at once; more would hide one another. */
const MAX_REFUSED = 3;

/**
 * Accepts pictures on a whole page: drop, paste, and handlers for buttons and fields. Several files become a bulk
 * upload, which has its own page.
 * @param onStarted called when a picture passed the checks
 */
export function useAddPicture(onStarted?: () => void): AddPicture {
  const navigate = useNavigate();
  const rejectionText = useRejectionText();
  const refuse = useCallback(
    (rejection: Rejection) => showToast(rejectionText(rejection), { tone: 'error', durationMs: 10_000 }),
    [rejectionText],
  );
  const takeOne = useCallback(
    (file: File) => {
      const rejection = uploadStore.takeFile(file);
      if (rejection !== undefined) refuse(rejection);
      else if (uploadStore.getState().stage === 'sending') onStarted?.();
    },
    [onStarted, refuse],
  );
  const takeMany = useCallback(
    async (files: readonly File[]) => {
      const { addMany } = await import('./add-many.ts');
      const instead = await addMany(files, navigate);
      if (instead?.one !== undefined) takeOne(instead.one);
      for (const rejection of instead?.refused.slice(0, MAX_REFUSED) ?? []) refuse(rejection);
    },
    [navigate, refuse, takeOne],
  );
  const take = useCallback(
    (files: readonly File[]) => {
      const [file, ...others] = files;
      if (file === undefined) return;
      if (others.length > 0) void takeMany(files);
      else takeOne(file);
    },
    [takeMany, takeOne],
  );
  const onFiles = useCallback(
    (files: File[]) => {
      if (files.some((file) => formatOf(file) !== undefined)) void convertedFiles(files).then(take);
      else take(files);
    },
    [take],
  );
  const onUrl = useCallback(
    (url: string) => {
      uploadStore.start({ url });
      onStarted?.();
    },
    [onStarted],
  );
  const over = useFileDrop(onFiles, onUrl);
  usePaste(onFiles, onUrl);
  return { over, onFiles, onUrl };
}
