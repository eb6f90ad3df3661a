import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { useFileDrop } from '../uploads/files/useFileDrop.ts';
import { usePaste } from '../uploads/files/usePaste.ts';
import { useRejectionText } from '../uploads/files/useRejectionText.ts';

export interface BringPicture {
  readonly over: boolean;
  readonly onFiles: (files: File[]) => void;
  readonly onUrl: (url: string) => void;
}

const BULK_PATH = '/app/dashboard/bulk';

/** Hands several files over to the bulk upload, which keeps them through a login. */
async function bringMany(files: readonly File[], navigate: (path: string) => unknown): Promise<void> {
  const { bulkStore } = await import('../bulk/store/bulk-store.ts');
  const { profile } = await session.check();
  const taking = bulkStore.take(files, profile?.pk ?? null);
  if (profile !== undefined) {
    navigate(BULK_PATH);
    return;
  }
  // Before a login that may lead to another site and back: by then they must lie in the browser's database.
  await taking;
  authModal.open('signUp', { reason: 'bulk', goTo: BULK_PATH });
}

/**
 * Every way to bring a picture, for a whole page: drop, paste, and the handlers for its buttons and fields. Several at once are a
 * bulk upload, which has a page of its own.
 * @param onStarted called when a picture was good enough to be sent
 */
export function useBringPicture(onStarted?: () => void): BringPicture {
  const navigate = useNavigate();
  const rejectionText = useRejectionText();
  const onFiles = useCallback(
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
      if (uploadStore.getState().stage === 'uploading') onStarted?.();
    },
    [navigate, onStarted, rejectionText],
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
