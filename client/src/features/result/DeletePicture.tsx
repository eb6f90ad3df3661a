import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TrashIcon } from '../../ui/icons.tsx';

/** Deletes the picture from the server, after asking. */
export function DeletePicture({ remove, onDeleted }: { remove: () => Promise<void>; onDeleted: () => void }) {
  const { t } = useTranslation('result');
  const failureText = useFailureText();
  const [open, setOpen] = useState(false);
  const deletion = useMutation({ mutationFn: remove, onSuccess: onDeleted });
  return (
    <>
      <Button
        variant="text"
        startIcon={<TrashIcon aria-hidden />}
        onClick={() => {
          deletion.reset();
          setOpen(true);
        }}
        sx={{ paddingInline: 0, fontSize: '0.9375rem' }}
      >
        {t('delete.open')}
      </Button>
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
        onClose={() => setOpen(false)}
      />
    </>
  );
}
