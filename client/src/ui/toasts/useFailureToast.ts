import { useTranslation } from 'react-i18next';
import { type Failure, toFailure } from '../../lib/errors/failure.ts';
import { useOwnFailureText } from '../../lib/errors/useFailureText.ts';
import { showToast, type ToastAction } from './show-toast.ts';

/** Long enough to note down the id of an error. */
const FAILURE_MS = 10_000;

/**
 * Says in a toast what went wrong, with its code and the id under which the server's log tells more.
 * @param actionOf what can be done about a failure
 */
export function useFailureToast(actionOf?: (failure: Failure) => ToastAction | undefined): (error: unknown) => void {
  const { t } = useTranslation();
  const ownText = useOwnFailureText();
  return (error) => {
    const failure = toFailure(error);
    // The logout that follows says it.
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
