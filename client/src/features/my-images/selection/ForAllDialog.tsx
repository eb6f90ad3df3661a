import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DialogProblem } from '../../../ui/dialogs/DialogProblem.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { applyToAll } from './apply-to-all.ts';

export interface ForAllDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** Editable ones only. */
  readonly pictures: readonly TransactionView[];
  /** Undefined until something is chosen. */
  readonly settingsOf: ((view: TransactionView) => SceneSettingsPatch | Promise<SceneSettingsPatch>) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Applies one change to the selection and names the pictures that failed. */
export function ForAllDialog({ title, text, confirm, pictures, settingsOf, onClose, children }: ForAllDialogProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const total = pictures.length;
  const change = useMutation({
    mutationFn: (of: NonNullable<typeof settingsOf>) => applyToAll(pictures, of, setDone),
    onSuccess: async ({ changed, failed }) => {
      await queryClient.invalidateQueries({ queryKey: ['transactions'] });
      if (failed.length > 0) return;
      showToast(t('background.done', { count: changed.length, number: number(changed.length) }));
      onClose();
    },
  });
  const nameOf = (id: string) => pictures.find((picture) => picture.id === id)?.originalFileName ?? id;
  const failed = change.data?.failed ?? [];
  const words = t('background.running', { done: number(done), total: number(total) });
  return (
    <ConfirmDialog
      open
      title={title}
      text={text}
      confirm={confirm}
      keep={t('background.keep')}
      tone="primary"
      busy={change.isPending || settingsOf === undefined}
      onConfirm={() => {
        if (settingsOf === undefined) return;
        setDone(0);
        change.mutate(settingsOf);
      }}
      onClose={onClose}
    >
      {children}
      {change.isPending && (
        <Box role="status" sx={{ display: 'grid', gap: 1, marginBlockEnd: 2.5, fontWeight: 'strong' }}>
          {words}
          <ProgressBar label={words} share={done / Math.max(1, total)} height={6} />
        </Box>
      )}
      {failed.length > 0 && (
        <DialogProblem>
          {failed.map(({ id, failure }) => (
            <div key={id}>
              <bdi>{nameOf(id)}</bdi>: {failureText(failure)}
            </div>
          ))}
        </DialogProblem>
      )}
    </ConfirmDialog>
  );
}
