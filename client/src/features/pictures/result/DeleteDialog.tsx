import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';

export interface DeleteDialogProps {
  readonly open: boolean;
  readonly remove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms deletion and shows its failure itself, since nothing behind the dialog is visible. */
export function DeleteDialog({ open, remove, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('result');
  const deletion = useMutation({ mutationFn: remove });
  return (
    <ConfirmDialog
      open={open}
      title={t('delete.title')}
      text={t('delete.text')}
      confirm={t('delete.confirm')}
      keep={t('delete.keep')}
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
      onClose={() => {
        deletion.reset();
        onClose();
      }}
    />
  );
}
