import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../lib/contracts/call.ts';
import { useMoney } from '../payments/data/useMoney.ts';
import { billingQuery } from '../../pictures/saves/credits.ts';
import type { PlanView } from './plan-state.ts';

/** Limit of the server. */
const MAX_CHARACTERS = 500;

export function CancelDialog({ open, view, onClose }: { open: boolean; view: PlanView; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { day } = useMoney();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const cancel = useMutation({
    mutationFn: () => call(subscriptionContracts.cancel, { body: { value: reason } }),
    onSuccess: ({ activeUntil }) => {
      showToast(t('cancel.done', { day: day(activeUntil) }));
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(billingQuery),
  });
  const { state, at } = view;
  const text =
    at === null ? t('cancel.textNow') : t(state === 'trial' ? 'cancel.textTrial' : 'cancel.text', { day: day(at) });
  return (
    <ConfirmDialog
      open={open}
      title={t('cancel.title')}
      text={text}
      confirm={t('cancel.confirm')}
      keep={t('cancel.keep')}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('cancel.reason')}
        value={reason}
        multiline
        minRows={2}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_CHARACTERS } }}
        sx={{ marginBlockEnd: 3 }}
      />
    </ConfirmDialog>
  );
}
