import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { shareDialog } from './share-dialog.ts';

/** Codes of answers below 500 that say that something is wrong with a picture, and not with what was asked. */
const TROUBLE = new Set(['image_failed', 'regions_failed']);

/** As `useFailureToast`, about a picture: where the failure is ours, its owner can let support look at the picture. */
export function usePictureFailureToast(pictureId: string | undefined): (error: unknown) => void {
  const { t } = useTranslation();
  return useFailureToast(({ code, status, errorId }) =>
    pictureId !== undefined && (TROUBLE.has(code) || (status >= 500 && errorId !== undefined))
      ? { label: t('toasts.letSupportLook'), onClick: () => shareDialog.open(pictureId) }
      : undefined,
  );
}
