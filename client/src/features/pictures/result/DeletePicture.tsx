import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TrashIcon } from '../../../ui/work-icons.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

export function DeletePicture({ remove }: { remove: () => Promise<void> }) {
  const { t } = useTranslation('result');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="text"
        startIcon={<TrashIcon aria-hidden />}
        onClick={() => setOpen(true)}
        sx={{ paddingInline: 0, fontSize: 'small' }}
      >
        {t('delete.open')}
      </Button>
      <DeleteDialog open={open} remove={remove} onClose={() => setOpen(false)} />
    </>
  );
}
