import { useTranslation } from 'react-i18next';
import { outcomeOf } from './transaction/outcome.ts';
import type { UploadState } from './upload-state.ts';
import { usePlaceText } from './transaction/usePlaceText.ts';

/** Screen reader text for each new state; failures announce themselves as alerts. */
export function useAnnouncement(state: UploadState): string {
  const { t } = useTranslation('uploads');
  const placeText = usePlaceText();
  switch (state.stage) {
    case 'idle':
      return state.notice === 'deleted' ? t('announce.deleted') : '';
    case 'sending':
      return t('announce.uploading');
    case 'restoring':
      return t('progress.restoring');
    case 'waiting':
      return state.place === undefined ? t('announce.processing') : placeText(state.place.announced);
    case 'ready':
      return outcomeOf(state.view) === 'improved'
        ? `${t('announce.ready')} ${t('announce.improved')}`
        : t('announce.ready');
    case 'failed':
      return '';
  }
}
