import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useFileLink, type FileLink } from '../downloads/useFileLink.ts';
import { previewUrl } from '../uploads/transaction/shown-picture.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { backgroundScope } from './useBackground.ts';

/** Downloads the free preview as shown, with choices on their way. */
export const usePreviewLink = (view: TransactionView): FileLink =>
  useFileLink(view.id, previewUrl(view), {
    scope: backgroundScope(view.id),
    address() {
      const shown = uploadStore.getState();
      return previewUrl(shown.stage === 'ready' && shown.id === view.id ? shown.view : view);
    },
  });
