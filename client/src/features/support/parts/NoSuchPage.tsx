import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';

export function NoSuchPage() {
  const { t } = useTranslation();
  return (
    <>
      <Head page="notFound" />
      <PageHeader title={t('notFound.title')} lead={t('notFound.text')}>
        <Button variant="outlined" component={Link} to="/app/support">
          {t('tabs.label', { ns: 'support' })}
        </Button>
      </PageHeader>
    </>
  );
}
