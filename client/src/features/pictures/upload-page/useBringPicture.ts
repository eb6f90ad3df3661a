import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { authModal } from '../../auth/modal/auth-modal.ts';
import { session } from '../../auth/session/session.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { useFileDrop } from '../uploads/files/useFileDrop.ts';
import { usePaste } from '../uploads/files/usePaste.ts';
import { useRejectionText } from '../uploads/files/useRejectionText.ts';
import { formatOf } from '../uploads/files/validation.ts';

export interface BringPicture {
  readonly over: boolean;
  readonly onFiles: (files: File[]) => void;
  readonly onUrl: (url: string) => void;
}

/** Loaded when needed: it weighs on the first load. */
async function convertedFiles(files: readonly File[]): Promise<File[]> {
  const { converted } = await import('../uploads/files/convert.ts');
  return converted(files);
}

const BULK_PATH = '/app/dashboard/bulk';

/** Hands several files to the bulk upload, which keeps them across a login. */
async function bringMany(files: readonly File[], navigate: (path: string) => unknown): Promise<void> {
  const { bulkStore } = await import('../bulk/store/bulk-store.ts');
  const { profile } = await session.check();
  const taking = bulkStore.take(files, profile?.pk ?? null);
  if (profile !== undefined) {
    navigate(BULK_PATH);
    return;
  }
  // A login may leave the site; the files must be in the browser's database by then.
  await taking;
  authModal.open('signUp', { reason: 'bulk', goTo: BULK_PATH });
}

/**
 * Accepts pictures on a whole page: drop, paste, and handlers for buttons and fields. Several files become a bulk
 * upload, which has its own page.
 * @param onStarted called when a picture passed the checks
 */
export function useBringPicture(onStarted?: () => void): BringPicture {
  const navigate = useNavigate();
  const rejectionText = useRejectionText();
  const take = useCallback(
    (files: File[]) => {
      const [file, ...others] = files;
      if (file === undefined) return;
      if (others.length > 0) {
        void bringMany(files, navigate);
        return;
      }
      const rejection = uploadStore.takeFile(file);
      if (rejection !== undefined) {
        showToast(rejectionText(rejection), { tone: 'error', durationMs: 10_000 });
        return;
      }
      if (uploadStore.getState().stage === 'sending') onStarted?.();
    },
    [navigate, onStarted, rejectionText],
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
  const over = useFileDrop(onFiles);
  usePaste(onFiles, onUrl);
  return { over, onFiles, onUrl };
}
