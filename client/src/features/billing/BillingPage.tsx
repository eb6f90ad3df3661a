import type { BillingInfo } from '@clearcut/schemas/billing/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Head } from '../../ui/page/Head.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { DuePanel } from './payments/due/DuePanel.tsx';
import { useProfile } from '../auth/session/useProfile.ts';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { useBilling } from '../pictures/saves/useCredits.ts';
import { ContactsPart } from './contacts/ContactsPart.tsx';
import { CreditsPart } from './credits/CreditsPart.tsx';
import { InvoicesPart } from './InvoicesPart.tsx';
import { MethodPart } from './methods/MethodPart.tsx';
import { PlanPart } from './plan/PlanPart.tsx';
import { SupportPart } from './SupportPart.tsx';

export function BillingPage() {
  const { t } = useTranslation('billing');
  const { data: billing, error, refetch } = useBilling();
  return (
    <>
      <Head page="billing" texts="app" />
      <PageHeader title={t('title')} />
      {billing === undefined && error !== null ? (
        <Sheet sx={[snipped(28), { paddingBlock: { xs: 3, md: 4 }, paddingInline: { xs: 2.5, md: 4 } }]}>
          <LoadFailed title={t('failed')} error={error} onAgain={() => void refetch()} />
        </Sheet>
      ) : billing === undefined ? (
        <Skeleton variant="rounded" height={360} aria-label={t('loading')} />
      ) : (
        <Parts billing={billing} />
      )}
    </>
  );
}

function Parts({ billing }: { billing: BillingInfo }) {
  const isAdmin = useProfile().role === 'admin';
  const due = billing.paymentInfo?.due ?? null;
  const isOwed = billing.subscriptionInfo?.status !== 'pending';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      {due !== null && isOwed && <DuePanel due={due} />}
      <PlanPart billing={billing} />
      <Sheet sx={snipped(28)}>
        <CreditsPart billing={billing} />
        <MethodPart />
        <InvoicesPart />
        {isAdmin && <ContactsPart />}
        {billing.planName !== null && <SupportPart isOwned={billing.addons.includes('support_addon')} />}
      </Sheet>
    </Box>
  );
}
