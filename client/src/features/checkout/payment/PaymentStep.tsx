import type { NextAction, PriceAnswer } from '@clearcut/schemas/subscription/http';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { nextActionQuery } from '../../payments/data/queries.ts';
import { DuePanel } from '../../payments/due/DuePanel.tsx';
import { LoadFailed } from '../../payments/LoadFailed.tsx';
import { useBilling } from '../../saves/useCredits.ts';
import { ConfirmChange } from './ConfirmChange.tsx';
import { FirstPayment } from './FirstPayment.tsx';

export function PaymentStep({ price, goTo = null }: { price: PriceAnswer; goTo?: string | null }) {
  const { t } = useTranslation('checkout');
  const { data, error, refetch } = useQuery(nextActionQuery(price.id));
  if (data !== undefined) return <Shown price={price} next={data} goTo={goTo} onStale={() => void refetch()} />;
  if (error === null) return <Skeleton variant="rounded" height={360} aria-label={t('loading')} />;
  return (
    <Sheet sx={[snipped(28), { padding: '28px 24px' }]}>
      <LoadFailed title={t('pricesFailed')} error={error} onAgain={() => void refetch()} />
    </Sheet>
  );
}

function Owed() {
  const { t } = useTranslation('checkout');
  const { data: billing } = useBilling();
  if (billing === undefined) return <Skeleton variant="rounded" height={220} aria-label={t('loading')} />;
  const due = billing.paymentInfo?.due ?? null;
  return due === null ? <Navigate to="/app/billing" replace /> : <DuePanel due={due} />;
}

interface ShownProps {
  readonly price: PriceAnswer;
  readonly next: NextAction;
  readonly goTo: string | null;
  readonly onStale: () => void;
}

function Shown({ price, next, goTo, onStale }: ShownProps) {
  switch (next.action) {
    case 'subscribe':
    case 'confirm':
    case 'buy':
      return <FirstPayment price={price} goTo={goTo} />;
    case 'upgrade':
    case 'downgrade':
    case 'finalize-trial':
    case 'resume':
      return <ConfirmChange price={price} next={next} onStale={onStale} />;
    case 'retry':
      return <Owed />;
    case 'none':
      // The plan that runs already.
      return <Navigate to="/app/billing" replace />;
  }
}
