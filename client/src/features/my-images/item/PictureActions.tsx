import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReceiptIcon, SlidersIcon, TrashIcon } from '../../../ui/work-icons.tsx';
import { receiptPath } from '../../pictures/saves/receipt-path.ts';
import { outcomeOf } from '../../pictures/uploads/transaction/outcome.ts';
import { DownloadDialog } from '../../pictures/downloads/DownloadDialog.tsx';
import { PenIcon } from './icons.tsx';
import { editorPath, isEditable } from '../../pictures/uploads/transaction/shown-picture.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { slim } from './slim.ts';
import { Versions } from './Versions.tsx';

const named = (label: string) => ({ 'aria-label': label, title: label, sx: slim }) as const;

export function PictureActions({ view, onDelete }: { view: TransactionView; onDelete: () => void }) {
  const { t } = useTranslation('my-images');
  const { t: tSaves } = useTranslation('saves');
  const [isChoosing, setChoosing] = useState(false);
  const mayEdit = useMayEdit();
  const { id, originalFileName: name, save } = view;
  const outcome = outcomeOf(view);
  const isThere = outcome === 'shown' || outcome === 'improved';
  return (
    <Box className="actions">
      {isThere && <Versions view={view} />}
      {mayEdit && isEditable(view) && (
        <Button
          {...named(t('edit', { name }))}
          component={Link}
          to={editorPath(id)}
          startIcon={<PenIcon aria-hidden fontSize="small" />}
        >
          {t('words.edit')}
        </Button>
      )}
      {isThere && (
        <Button
          {...named(t('formats', { name }))}
          onClick={() => setChoosing(true)}
          startIcon={<SlidersIcon aria-hidden fontSize="small" />}
        >
          {tSaves('otherFormats')}
        </Button>
      )}
      {save !== null && (
        <Button
          {...named(t('receipt', { name }))}
          component={Link}
          to={receiptPath(id, save.saveId)}
          startIcon={<ReceiptIcon aria-hidden fontSize="small" />}
        >
          {tSaves('receipt')}
        </Button>
      )}
      <Button
        {...named(t('delete.one', { name }))}
        onClick={onDelete}
        startIcon={<TrashIcon aria-hidden fontSize="small" />}
      >
        {t('delete.many')}
      </Button>
      {isChoosing && <DownloadDialog view={view} onClose={() => setChoosing(false)} />}
    </Box>
  );
}
