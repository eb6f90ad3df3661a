import type { BillingInfo } from '@clearcut/schemas/billing/http';
import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { DAY_MS } from '../../../lib/durations.ts';
import { call } from '../../../lib/contracts/call.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { chartDays, type Period, periodOf, sinceFirst } from './chart.ts';
import { BuyCredits } from './BuyCredits.tsx';
import { CreditChart } from './CreditChart.tsx';

const daysQuery = ({ from, to }: Period) =>
  queryOptions({
    // Below the ledger's key, so that a save invalidates it.
    queryKey: ['credit-ledger', 'days', from, to],
    queryFn: ({ signal }) => call(ledgerContracts.days, { query: { from, to }, signal }),
    staleTime: 0,
  });

export function CreditsPart({ billing: { credits, subscriptionInfo } }: { billing: BillingInfo }) {
  const { t } = useTranslation('billing');
  const { number } = useFormat();
  const { sections } = useProfile().team_permissions;
  const [now] = useState(() => new Date());
  const end = subscriptionInfo?.periodEnd ?? null;
  const requested = periodOf(end, now);
  const { data, error, refetch } = useQuery(daysQuery(requested));
  const period = end === null && data !== undefined ? sinceFirst(requested, data) : requested;
  const slots = Math.round((Date.parse(period.to) - Date.parse(period.from)) / DAY_MS);
  const lastDay = new Date(Date.parse(period.to) - DAY_MS).toISOString();
  return (
    <FormPart title={t('credits.title')} lead={t('credits.lead')}>
      <Typography sx={{ fontSize: 'title', fontWeight: 'bold' }}>
        {t('credits.left', { count: credits, number: number(credits) })}
      </Typography>
      {error !== null ? (
        <LoadFailed title={t('credits.failed')} error={error} onAgain={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton variant="rounded" height={200} />
      ) : (
        <CreditChart days={chartDays(data, period, now)} slots={slots} lastDay={lastDay} />
      )}
      {sections.includes('billing') && <BuyCredits />}
      {sections.includes('transactionHistory') && (
        <Link component={RouterLink} to="/app/my-account?tab=history" sx={{ fontWeight: 'strong' }}>
          {t('credits.history')}
        </Link>
      )}
    </FormPart>
  );
}
