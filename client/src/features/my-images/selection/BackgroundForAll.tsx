import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { applyBackground, backgroundOf } from './apply-background.ts';
import { Swatches } from './Swatches.tsx';

export interface BackgroundForAllProps {
  /** Those that can be edited. */
  readonly pictures: readonly TransactionView[];
  readonly onClose: () => void;
}

/** Chooses one background for all that is selected, and names the pictures that it could not be put behind. */
export function BackgroundForAll({ pictures, onClose }: BackgroundForAllProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [colour, setColour] = useState<string | null>('#ffffff');
  const [done, setDone] = useState(0);
  const total = pictures.length;
  const ids = pictures.map(({ id }) => id);
  const change = useMutation({
    mutationFn: () => applyBackground(ids, backgroundOf(colour), setDone),
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
      title={t('background.title', { count: total, number: number(total) })}
      text={t('background.text')}
      confirm={t('background.apply')}
      keep={t('background.keep')}
      tone="primary"
      busy={change.isPending}
      error={
        failed.length > 0 && (
          <Typography component="div" role="alert" color="error" sx={{ marginBlockEnd: '16px', fontWeight: 550 }}>
            {failed.map(({ id, failure }) => (
              <div key={id}>
                <bdi>{nameOf(id)}</bdi>: {failureText(failure)}
              </div>
            ))}
          </Typography>
        )
      }
      onConfirm={() => {
        setDone(0);
        change.mutate();
      }}
      onClose={onClose}
    >
      <Swatches value={colour} onChange={setColour} />
      {change.isPending && (
        <Box role="status" sx={{ display: 'grid', gap: '8px', marginBlockEnd: '20px', fontWeight: 550 }}>
          {words}
          <ProgressBar label={words} share={done / Math.max(1, total)} height={6} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
