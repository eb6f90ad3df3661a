import { call } from '../../../lib/contracts/call.ts';
import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import { BREAK_GLASS, BREAK_GLASS_REASONS, type BreakGlassReason } from '@clearcut/schemas/support/access';
import { visibleLength } from '@clearcut/schemas/text/characters';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { accessQuery } from './api.ts';

interface BreakGlassDialogProps {
  readonly pictureId: string;
  readonly onClose: () => void;
}

/** Asks for a reason, which the owner sees at once, and opens the picture for an hour. */
export function BreakGlassDialog({ pictureId, onClose }: BreakGlassDialogProps) {
  const { t } = useTranslation('support-pictures');
  const { t: reasonText } = useTranslation('support-access');
  const { number } = useFormat();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState<BreakGlassReason>(BREAK_GLASS_REASONS[0]);
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(accessContracts.breakGlass, { params: { id: pictureId }, body: { reason, text } }),
    retry: false,
    async onSuccess() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: accessQuery(pictureId).queryKey });
    },
  });
  const isLongEnough = visibleLength(text) >= BREAK_GLASS.shortestText;
  return (
    <ConfirmDialog
      open
      title={t('breakGlass.title')}
      text={t('breakGlass.text')}
      confirm={t('breakGlass.go')}
      keep={t('breakGlass.keep')}
      busy={isPending || !isLongEnough}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <TextField
        select
        fullWidth
        label={t('breakGlass.reason')}
        value={reason}
        onChange={({ target }) =>
          setReason(BREAK_GLASS_REASONS.find((one) => one === target.value) ?? BREAK_GLASS_REASONS[0])
        }
        slotProps={{ select: { native: true } }}
        sx={{ marginBlockEnd: 2 }}
      >
        {BREAK_GLASS_REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonText(`reasons.${one}`)}
          </option>
        ))}
      </TextField>
      <TextField
        label={t('breakGlass.words')}
        helperText={t('breakGlass.hint', { number: number(BREAK_GLASS.shortestText) })}
        value={text}
        onChange={({ target }) => setText(target.value)}
        multiline
        minRows={3}
        fullWidth
        slotProps={{ htmlInput: { maxLength: BREAK_GLASS.longestText } }}
        sx={{ marginBlockEnd: 2.5 }}
      />
    </ConfirmDialog>
  );
}
