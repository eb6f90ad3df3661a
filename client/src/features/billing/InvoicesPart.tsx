import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../lib/contracts/call.ts';
import { invoicesQuery } from './payments/data/queries.ts';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { InvoiceRow } from './InvoiceRow.tsx';

export function InvoicesPart() {
  const { t } = useTranslation('billing');
  const failureToast = useFailureToast();
  const { data: invoices, error, refetch } = useQuery(invoicesQuery);
  const portal = useMutation({
    mutationFn: () => call(subscriptionContracts.portal),
    onSuccess: ({ url }) => location.assign(url),
    onError: failureToast,
  });
  return (
    <FormPart title={t('invoices.title')} lead={t('invoices.lead')}>
      {error !== null ? (
        <LoadFailed title={t('invoices.failed')} error={error} onAgain={() => void refetch()} />
      ) : invoices === undefined ? (
        <Skeleton variant="rounded" height={120} />
      ) : invoices.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('invoices.none')}</Typography>
      ) : (
        <>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </Box>
          <Button
            variant="outlined"
            sx={{ justifySelf: 'start' }}
            disabled={portal.isPending}
            onClick={() => portal.mutate()}
          >
            {t('invoices.portal')}
          </Button>
        </>
      )}
    </FormPart>
  );
}
