import { call } from '../../../lib/contracts/call.ts';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';
import { workQuery } from './api.ts';

interface RebuildDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

export function RebuildDialog({ name, onClose }: RebuildDialogProps) {
  const { t } = useTranslation('support');
  const { t: tf } = useTranslation('support-figures');
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(supportContracts.rebuild, { params: { name }, body: { typed, reason } }),
    retry: false,
    async onSuccess() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: workQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={tf('rebuild.title', { name })}
      text={tf('rebuild.text')}
      confirm={tf('rebuild.ask')}
      keep={t('dead.keep')}
      busy={isPending || typed !== name || !isReason(reason)}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <TextField
        label={tf('rebuild.typed')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        fullWidth
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, autoComplete: 'off', autoCapitalize: 'off' } }}
        sx={{ marginBlockEnd: 2 }}
      />
      <ReasonField hint={t('reason.hint')} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
