import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { PicturesIcon } from '../../../ui/work-icons.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { UploadFlow } from './UploadFlow.tsx';

function BulkLink() {
  const { t } = useTranslation('app');
  return (
    <Link
      component={RouterLink}
      to="/app/dashboard/bulk"
      sx={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 1, fontWeight: 'strong' }}
    >
      <PicturesIcon aria-hidden />
      <Box component="span" sx={{ paddingBlock: 1 }}>
        {t('bulk')}
      </Box>
    </Link>
  );
}

export function DashboardPage() {
  return (
    <>
      <Head page="dashboard" texts="app" />
      <UploadFlow more={<BulkLink />} />
    </>
  );
}
