import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { shareDialog } from './share-dialog.ts';

/** Codes below 500 that blame the picture rather than the request. */
const TROUBLE = new Set(['image_failed', 'regions_failed']);

/** Like `useFailureToast`, but when the fault is ours the owner can grant support access to the picture. */
export function usePictureFailureToast(pictureId: string | undefined): (error: unknown) => void {
  const { t } = useTranslation();
  return useFailureToast(({ code, status, errorId }) =>
    pictureId !== undefined && (TROUBLE.has(code) || (status >= 500 && errorId !== undefined))
      ? { label: t('toasts.letSupportLook'), onClick: () => shareDialog.open(pictureId) }
      : undefined,
  );
}
