import { type DeadLetterView, REDRIVE_EFFECTS } from '@clearcut/schemas/support/work-http';
import Box from '@mui/material/Box';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';
import { redrive } from './api.ts';

interface RedriveDialogProps {
  readonly letters: readonly DeadLetterView[];
  readonly onClose: () => void;
}

export function RedriveDialog({ letters, onClose }: RedriveDialogProps) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: redrive,
    retry: false,
    async onSuccess({ redriven }) {
      showToast(t('dead.done', { number: number(redriven.length) }), { tone: 'success' });
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('dead.ask', { number: number(letters.length) })}
      text={t('dead.askText')}
      confirm={t('dead.redrive')}
      keep={t('dead.keep')}
      busy={isPending || !isReason(reason)}
      error={error}
      onConfirm={() => mutate({ letters: letters.map(({ topic, messageId }) => ({ topic, messageId })), reason })}
      onClose={onClose}
    >
      <Box component="ul" sx={{ marginBlock: '0 16px', paddingInlineStart: 2.5 }}>
        {REDRIVE_EFFECTS.map((effect) => {
          const count = letters.filter((letter) => letter.effect === effect).length;
          return (
            count > 0 && (
              <li key={effect}>
                {t(`dead.effects.${effect}`)}: {number(count)}
              </li>
            )
          );
        })}
      </Box>
      <ReasonField hint={t('reason.hint')} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
