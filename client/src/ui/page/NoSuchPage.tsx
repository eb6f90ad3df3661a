import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Head } from './Head.tsx';
import { PageHeader } from './PageHeader.tsx';

interface NoSuchPageProps {
  /** The nearest page that exists. */
  readonly to: string;
  readonly children: string;
}

export function NoSuchPage({ to, children }: NoSuchPageProps) {
  const { t } = useTranslation();
  return (
    <>
      <Head page="notFound" />
      <PageHeader title={t('notFound.title')} lead={t('notFound.text')}>
        <Button variant="outlined" component={Link} to={to}>
          {children}
        </Button>
      </PageHeader>
    </>
  );
}
