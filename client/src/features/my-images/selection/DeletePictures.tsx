import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DialogProblem } from '../../../ui/dialogs/DialogProblem.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { deletePictures } from '../data/delete-pictures.ts';

export interface DeletePicturesProps {
  /** Empty: closed. */
  readonly pictures: readonly TransactionView[];
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Confirms permanent deletion and names the pictures that failed. */
export function DeletePictures({ pictures, onDeleted, onClose }: DeletePicturesProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deletePictures(pictures),
    onSuccess: async ({ deleted, failed }) => {
      await queryClient.invalidateQueries({ queryKey: ['transactions'] });
      onDeleted(deleted);
      if (failed.length > 0) return;
      showToast(t('delete.done', { count: deleted.length, number: number(deleted.length) }));
      close();
    },
  });
  const close = () => {
    deletion.reset();
    onClose();
  };
  const [first] = pictures;
  const failed = deletion.data?.failed ?? [];
  const count = pictures.length;
  return (
    <ConfirmDialog
      open={count > 0}
      title={
        count === 1
          ? t('delete.titleOne', { name: first?.originalFileName })
          : t('delete.title', { count, number: number(count) })
      }
      text={t('delete.text', { count })}
      confirm={t('delete.confirm')}
      keep={t('delete.keep', { count })}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={close}
    >
      {failed.length > 0 && (
        <DialogProblem>
          {failed.map(({ view, failure }) => (
            <div key={view.id}>
              <bdi>{view.originalFileName}</bdi>: {failureText(failure)}
            </div>
          ))}
        </DialogProblem>
      )}
    </ConfirmDialog>
  );
}
