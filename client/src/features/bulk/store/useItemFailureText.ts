import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import type { ItemFailure } from './bulk-item.ts';

/** Why a picture in the list failed. Nothing can be marked there, so a missing subject's text says where it can. */
export function useItemFailureText(): (failure: ItemFailure) => string {
  const { t } = useTranslation('bulk');
  const failureText = useFailureText();
  return (failure) => {
    if (failure.code === 'file_gone') return t('gone');
    if (failure.code === 'subject_not_found') return t('noSubject');
    return failureText(failure);
  };
}
