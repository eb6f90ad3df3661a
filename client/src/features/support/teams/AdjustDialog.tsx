import { call } from '../../../lib/contracts/call.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { supportTeamContracts } from '@clearcut/schemas/contracts/support/teams';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { typedNumber } from '../../../lib/typed-number.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';

interface AdjustDialogProps {
  readonly teamId: string;
  /** Credits that may still be given or taken today. */
  readonly most: number;
  readonly onClose: () => void;
}

export function AdjustDialog({ teamId, most, onClose }: AdjustDialogProps) {
  const { t } = useTranslation(['support-team', 'support']);
  const { number } = useFormat();
  const queryClient = useQueryClient();
  const [adjustmentId] = useState(randomUuid);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const credits = typedNumber(typed) ?? 0;
  const isNumber = Number.isInteger(credits) && credits !== 0 && Math.abs(credits) <= most;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(supportTeamContracts.adjust, { params: { id: teamId }, body: { adjustmentId, credits, reason } }),
    retry: false,
    async onSuccess(answer) {
      showToast(t('adjust.done', { number: number(answer.credits) }), { tone: 'success' });
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const status = error === null ? undefined : toFailure(error).status;
  // Without an answer it may have been made; a changed one would then be refused, or added to it under a new id.
  const isFixed = isPending || status === 0 || (status ?? 0) >= 500;
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('adjust.title')}
      text={t('adjust.text', { number: number(most) })}
      confirm={t('adjust.go')}
      keep={t('dead.keep', { ns: 'support' })}
      busy={isPending || !isNumber || !isReason(reason)}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('adjust.credits')}
        helperText={t('adjust.hint')}
        value={typed}
        disabled={isFixed}
        onChange={({ target }) => setTyped(target.value)}
        fullWidth
        slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off' } }}
        sx={{ marginBlockEnd: 2.5 }}
      />
      <ReasonField hint={t('adjust.hintReason')} value={reason} disabled={isFixed} onChange={setReason} />
    </ConfirmDialog>
  );
}
