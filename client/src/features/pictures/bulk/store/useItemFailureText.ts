import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../../lib/errors/failure.ts';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { FILE_GONE } from '../../uploads/life/life.ts';

/** Why a picture in the list failed. Nothing can be marked there, so a missing subject's text says where it can. */
export function useItemFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string {
  const { t } = useTranslation('bulk');
  const failureText = useFailureText();
  return (failure) => {
    if (failure.code === FILE_GONE) return t('gone');
    if (failure.code === 'subject_not_found') return t('noSubject');
    return failureText(failure);
  };
}
