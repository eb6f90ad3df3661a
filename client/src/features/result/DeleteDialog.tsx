import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

export interface DeleteDialogProps {
  readonly open: boolean;
  readonly remove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a picture is deleted from the server, and says itself when it could not be: nothing behind it can be seen. */
export function DeleteDialog({ open, remove, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('result');
  const failureText = useFailureText();
  const deletion = useMutation({ mutationFn: remove });
  return (
    <ConfirmDialog
      open={open}
      title={t('delete.title')}
      text={t('delete.text')}
      confirm={t('delete.confirm')}
      keep={t('delete.keep')}
      busy={deletion.isPending}
      error={
        deletion.isError && (
          <Typography role="alert" color="error" sx={{ marginBlockEnd: '16px' }}>
            {failureText(toFailure(deletion.error))}
          </Typography>
        )
      }
      onConfirm={() => deletion.mutate()}
      onClose={() => {
        deletion.reset();
        onClose();
      }}
    />
  );
}
