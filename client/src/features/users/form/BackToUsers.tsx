import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/page/BackLink.tsx';

export function BackToUsers() {
  const { t } = useTranslation('users');
  return <BackLink to="/app/users">{t('back')}</BackLink>;
}
