import type { NextAction, PriceAnswer } from '@clearcut/schemas/subscription/http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { nextActionQuery } from '../../payments/data/queries.ts';
import { DuePanel } from '../../payments/due/DuePanel.tsx';
import { useBilling } from '../../../pictures/saves/useCredits.ts';
import { PricesPending } from '../PricesPending.tsx';
import { ConfirmChange } from './ConfirmChange.tsx';
import { FirstPayment } from './FirstPayment.tsx';

export function PaymentStep({ price, goTo = null }: { price: PriceAnswer; goTo?: string | null }) {
  const { data, error, refetch } = useQuery(nextActionQuery(price.id));
  const [round, setRound] = useState(0);
  // A new round forgets the refusal of the amount before.
  const again = () => void refetch().then(() => setRound((before) => before + 1));
  if (data !== undefined) {
    return <Shown key={round} price={price} next={data} goTo={goTo} onStale={() => void refetch()} onAgain={again} />;
  }
  return <PricesPending error={error} onAgain={() => void refetch()} />;
}

function Owed() {
  const { data: billing, error, refetch } = useBilling();
  if (billing === undefined) return <PricesPending error={error} onAgain={() => void refetch()} />;
  const due = billing.paymentInfo?.due ?? null;
  return due === null ? <Navigate to="/app/billing" replace /> : <DuePanel due={due} />;
}

interface ShownProps {
  readonly price: PriceAnswer;
  readonly next: NextAction;
  readonly goTo: string | null;
  readonly onStale: () => void;
  readonly onAgain: () => void;
}

function Shown({ price, next, goTo, onStale, onAgain }: ShownProps) {
  switch (next.action) {
    case 'subscribe':
    case 'confirm':
    case 'buy':
      return <FirstPayment price={price} goTo={goTo} />;
    case 'upgrade':
    case 'downgrade':
    case 'finalize-trial':
    case 'resume':
      return <ConfirmChange price={price} next={next} onStale={onStale} onAgain={onAgain} />;
    case 'retry':
      return <Owed />;
    case 'none':
      // The plan that runs already.
      return <Navigate to="/app/billing" replace />;
  }
}
