import { QUEUE } from '@clearcut/schemas/constants';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';

/** "12 pictures are ahead of yours." */
export function usePlaceText(): (ahead: number) => string {
  const { t } = useTranslation('uploads');
  const { number } = useFormat();
  return (ahead) =>
    ahead < QUEUE.countedTo
      ? t('queue.ahead', { count: ahead, number: number(ahead) })
      : t('queue.many', { number: number(QUEUE.countedTo - 1) });
}
