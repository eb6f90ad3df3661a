import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../lib/download.ts';
import { insist } from '../../../lib/insist.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { usePictureFailureToast } from '../../support-access/usePictureFailureToast.ts';
import { previewUrl } from '../uploads/transaction/shown-picture.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { backgroundScope } from './useBackground.ts';

export interface PreviewDownload {
  readonly start: () => void;
  readonly isPending: boolean;
}

/** Downloads the free preview as shown. A link could neither wait for a choice on its way nor show an error. */
export function usePreviewDownload(view: TransactionView): PreviewDownload {
  const failureToast = usePictureFailureToast(view.id);
  const { mutate, isPending } = useMutation({
    // After the choices before it.
    scope: backgroundScope(view.id),
    mutationFn: () => {
      const shown = uploadStore.getState();
      const latest = shown.stage === 'ready' && shown.id === view.id ? shown.view : view;
      return insist(() => download(previewUrl(latest), 'clearcut.png'));
    },
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: failureToast,
  });
  return {
    start: () => {
      if (!isPending) mutate();
    },
    isPending,
  };
}
