import { useTranslation } from 'react-i18next';
import type { Failure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';

/**
 * Why a picture in the strip failed. Nothing can be marked in the editor, so a missing subject's text says where it
 * can.
 */
export function usePictureFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('editor');
  const failureText = useFailureText();
  return (failure) => (failure.code === 'subject_not_found' ? t('none.noSubject') : failureText(failure));
}
