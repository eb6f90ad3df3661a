import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../../../ui/page/LoadFailed.tsx';
import { adapterQuery } from './adapter-query.ts';
import type { PaymentFormHandle, Purpose } from './port.ts';

export function PaymentForm({ purpose, handle }: { purpose: Purpose; handle: Ref<PaymentFormHandle> }) {
  const { t } = useTranslation('payments');
  const { data, error, refetch } = useQuery(adapterQuery);
  if (error !== null) return <LoadFailed title={t('form.failed')} error={error} onAgain={() => void refetch()} />;
  if (data === undefined) return <Skeleton variant="rounded" height={220} aria-label={t('form.loading')} />;
  const { Fields } = data.adapter;
  return <Fields purpose={purpose} publishableKey={data.config.publishableKey} handle={handle} />;
}
