import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { editorPath, isEditable } from '../../pictures/uploads/transaction/shown-picture.ts';
import { pictureQuery } from '../data/api.ts';
import { PenIcon } from './icons.tsx';
import { PictureState } from './PictureState.tsx';
import { Thumbnail } from './Thumbnail.tsx';

interface CompareCutOutsProps {
  /** The picture, then its later cut-out. */
  readonly pair: readonly [string, string];
  readonly onDelete: (view: TransactionView) => void;
  readonly onClose: () => void;
}

export function CompareCutOuts({ pair: [firstId, newId], onDelete, onClose }: CompareCutOutsProps) {
  const { t } = useTranslation('my-images');
  const titleId = useId();
  const first = useQuery(pictureQuery(firstId));
  const second = useQuery(pictureQuery(newId));
  const drop = (view: TransactionView): void => {
    onClose();
    onDelete(view);
  };
  return (
    <Modal open width={880} labelledBy={titleId} closeLabel={t('better.both')} onClose={onClose}>
      <Mat className="on-mat" sx={{ padding: { xs: '24px 84px 18px 20px', sm: '28px 88px 20px 32px' } }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {t('better.compare')}
        </Typography>
        <Typography sx={{ color: 'clearcut.onMatSoft' }}>{t('better.text')}</Typography>
      </Mat>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          gap: { xs: 1.5, sm: 3 },
          paddingBlock: { xs: 2.5, sm: 3.5 },
          paddingInline: { xs: 2.5, sm: 4 },
        }}
      >
        <CutOut label={t('better.first')} query={first} other={second.data} onDrop={drop} />
        <CutOut label={t('better.new')} query={second} other={first.data} onDrop={drop} />
      </Box>
    </Modal>
  );
}

interface CutOutProps {
  readonly label: string;
  readonly query: {
    readonly data: TransactionView | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Deleted when only this one is kept. */
  readonly other: TransactionView | undefined;
  readonly onDrop: (view: TransactionView) => void;
}

function CutOut({ label, query: { data: view, error, refetch }, other, onDrop }: CutOutProps) {
  const { t } = useTranslation('my-images');
  const mayEdit = useMayEdit();
  const labelId = useId();
  return (
    <Box component="section" aria-labelledby={labelId} aria-busy={view === undefined && error === null}>
      <Typography component="h3" variant="body1" id={labelId} sx={{ fontWeight: 'strong', marginBlockEnd: 1 }}>
        {label}
      </Typography>
      <Box sx={{ aspectRatio: '4 / 3', display: 'grid', placeItems: 'center' }}>
        {view === undefined && error === null && <CircularProgress aria-label={label} />}
        {view !== undefined && <Thumbnail view={view} />}
      </Box>
      {view === undefined && error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {view !== undefined && (
        <Box sx={{ marginBlockStart: 1 }} aria-live="polite">
          <PictureState view={view} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
            {other !== undefined && isEditable(view) && (
              <Button variant="outlined" aria-describedby={labelId} onClick={() => onDrop(other)}>
                {t('better.keep')}
              </Button>
            )}
            {mayEdit && isEditable(view) && (
              <IconButton
                component={Link}
                to={editorPath(view.id)}
                aria-label={t('edit', { name: view.originalFileName })}
                aria-describedby={labelId}
                color="inherit"
                sx={{ width: 44, height: 44, borderRadius: '4px' }}
              >
                <PenIcon aria-hidden fontSize="small" />
              </IconButton>
            )}
          </Box>
        </Box>
      )}
    </Box>
  );
}
