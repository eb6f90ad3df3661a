import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReceiptIcon, SlidersIcon } from '../../../ui/work-icons.tsx';
import { TrashIcon } from '../../../ui/icons.tsx';
import { receiptPath } from '../../saves/receipt-path.ts';
import { outcomeOf } from '../../uploads/transaction/outcome.ts';
import { DownloadDialog } from '../../downloads/DownloadDialog.tsx';
import { PenIcon } from './icons.tsx';
import { editorPath, isEditable } from '../../uploads/transaction/shown-picture.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { Versions } from './Versions.tsx';

const labelled = (label: string) =>
  ({
    'aria-label': label,
    title: label,
    color: 'inherit',
    sx: { width: 44, height: 44, borderRadius: '4px' },
  }) as const;

export function PictureActions({ view, onDelete }: { view: TransactionView; onDelete: () => void }) {
  const { t } = useTranslation('my-images');
  const [isChoosing, setChoosing] = useState(false);
  const mayEdit = useMayEdit();
  const { id, originalFileName: name, save } = view;
  const outcome = outcomeOf(view);
  const isThere = outcome === 'shown' || outcome === 'improved';
  return (
    <Box className="actions">
      {isThere && <Versions view={view} />}
      <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
        {isThere && (
          <IconButton {...labelled(t('formats', { name }))} onClick={() => setChoosing(true)}>
            <SlidersIcon aria-hidden fontSize="small" />
          </IconButton>
        )}
        {save !== null && (
          <IconButton {...labelled(t('receipt', { name }))} component={Link} to={receiptPath(id, save.saveId)}>
            <ReceiptIcon aria-hidden fontSize="small" />
          </IconButton>
        )}
        {mayEdit && isEditable(view) && (
          <IconButton {...labelled(t('edit', { name }))} component={Link} to={editorPath(id)}>
            <PenIcon aria-hidden fontSize="small" />
          </IconButton>
        )}
        <IconButton {...labelled(t('delete.one', { name }))} onClick={onDelete}>
          <TrashIcon aria-hidden fontSize="small" />
        </IconButton>
      </Box>
      {isChoosing && <DownloadDialog view={view} onClose={() => setChoosing(false)} />}
    </Box>
  );
}
