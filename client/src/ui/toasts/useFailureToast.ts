import { useTranslation } from 'react-i18next';
import { type Failure, toFailure } from '../../lib/errors/failure.ts';
import { useOwnFailureText } from '../../lib/errors/useFailureText.ts';
import { showToast, type ToastAction } from './show-toast.ts';

const FAILURE_MS = 10_000;

export function useFailureToast(actionOf?: (failure: Failure) => ToastAction | undefined): (error: unknown) => void {
  const { t } = useTranslation();
  const ownText = useOwnFailureText();
  return (error) => {
    const failure = toFailure(error);
    // The following logout reports it.
    if (failure.status === 401) return;
    const { errorId: id, code } = failure;
    const detail = id === undefined ? undefined : t('toasts.errorId', { id, code });
    showToast(ownText(failure) ?? t('toasts.title'), {
      tone: 'error',
      detail,
      durationMs: FAILURE_MS,
      action: actionOf?.(failure),
    });
  };
}
