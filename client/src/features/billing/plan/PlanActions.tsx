import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../lib/contracts/call.ts';
import { checkoutPath, SELECT_PLAN_PATH } from '../payments/data/open-checkout.ts';
import { billingQuery } from '../../pictures/saves/credits.ts';
import { CancelDialog } from './CancelDialog.tsx';
import type { PlanState, PlanView } from './plan-state.ts';

type Action = 'choose' | 'change' | 'continue' | 'resume' | 'undo' | 'endTrial' | 'cancel';

/** Actions by state; the first is the most likely one. */
const ACTIONS: Readonly<Record<PlanState, readonly Action[]>> = {
  none: ['choose'],
  pending: ['continue', 'choose'],
  expired: ['choose'],
  trial: ['change', 'endTrial', 'cancel'],
  trialCancelled: ['resume'],
  trialEnded: ['choose'],
  active: ['change', 'cancel'],
  cancelledLater: ['resume'],
  changesLater: ['undo', 'change', 'cancel'],
  // A separate panel shows the debt.
  paymentFailed: ['change', 'cancel'],
  requiresAction: ['change', 'cancel'],
  cancelled: ['choose'],
  disputed: ['choose'],
};

/** Full page loads: these pages may load the payment provider's script. */
const LINKS: Partial<Record<Action, string>> = {
  choose: SELECT_PLAN_PATH,
  change: SELECT_PLAN_PATH,
};

export function PlanActions({ view, priceId }: { view: PlanView; priceId: string | null }) {
  const { t } = useTranslation('billing');
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const resume = useMutation({
    mutationFn: () => call(subscriptionContracts.resume),
    onSuccess: () => showToast(t('resumed')),
    onError: failureToast,
    onSettled: () => queryClient.invalidateQueries(billingQuery),
  });
  const { state } = view;

  const presses: Partial<Record<Action, () => void>> = {
    resume: () => resume.mutate(),
    undo: () => resume.mutate(),
    cancel: () => setCancelling(true),
  };
  const hrefOf = (action: Action): string | undefined => {
    if (action !== 'endTrial' && action !== 'continue') return LINKS[action];
    return priceId === null ? SELECT_PLAN_PATH : checkoutPath({ step: 'PAYMENT', priceId });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: { xs: 'stretch', md: 'end' } }}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row', md: 'column' },
          flexWrap: 'wrap',
          gap: 1,
          minWidth: { md: 230 },
        }}
      >
        {ACTIONS[state].map((action, index) => {
          const href = hrefOf(action);
          return (
            <Button
              key={action}
              variant={index === 0 ? 'contained' : action === 'cancel' ? 'text' : 'outlined'}
              color={index === 0 ? 'primary' : 'inherit'}
              disabled={resume.isPending}
              sx={index === 0 ? {} : { '&:hover': { backgroundColor: 'rgb(255 255 255 / 8%)' } }}
              {...(href === undefined ? { onClick: presses[action] } : { href })}
            >
              {t(`action.${action}`)}
            </Button>
          );
        })}
      </Box>
      <CancelDialog open={isCancelling} view={view} onClose={() => setCancelling(false)} />
    </Box>
  );
}
