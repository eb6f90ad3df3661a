import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { methodsQuery } from '../payments/data/queries.ts';
import { DuePanel } from '../payments/due/DuePanel.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { useBilling } from '../../pictures/saves/useCredits.ts';
import { AddMethod } from './AddMethod.tsx';
import { MethodRow } from './MethodRow.tsx';

export function PaymentMethodPage() {
  const { t } = useTranslation('billing');
  const { data: methods, error, refetch } = useQuery(methodsQuery);
  const due = useBilling().data?.paymentInfo?.due ?? null;
  return (
    <>
      <Head page="billing" texts="app" />
      <Box sx={{ marginBlockEnd: 1 }}>
        <BackLink to="/app/billing">{t('method.back')}</BackLink>
      </Box>
      <PageHeader title={t('method.pageTitle')} />
      {due !== null && (
        <Box sx={{ marginBlockEnd: 2.5 }}>
          <DuePanel due={due} />
        </Box>
      )}
      <Sheet sx={[snipped(28), { maxWidth: 980 }]}>
        <FormPart title={t('method.listTitle')}>
          {error !== null ? (
            <LoadFailed title={t('method.failed')} error={error} onAgain={() => void refetch()} />
          ) : methods === undefined ? (
            <Skeleton variant="rounded" height={72} />
          ) : methods.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{t('method.none')}</Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {methods.map((method) => (
                <MethodRow key={method.id} method={method} />
              ))}
            </Box>
          )}
        </FormPart>
        <AddMethod />
      </Sheet>
    </>
  );
}
