import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { SEARCHES } from './query.ts';

/** To the results of the latest search, as long as they are kept. */
export function BackToSearch() {
  const { t } = useTranslation('support');
  const searches = useQueryClient().getQueryCache().findAll({ queryKey: SEARCHES });
  const [latest] = searches.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return (
    <BackLink to="/app/support" state={{ q: latest?.queryKey.at(-1) }}>
      {t('tabs.search')}
    </BackLink>
  );
}
