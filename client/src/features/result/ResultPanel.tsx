import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '../../ui/icons.tsx';
import { BackdropPicker } from './BackdropPicker.tsx';
import type { Backdrop } from './backdrops.ts';
import { CopyButton } from './CopyButton.tsx';
import { DeletePicture } from './DeletePicture.tsx';
import { Facts } from './Facts.tsx';
import type { Cutout } from './useCutout.ts';

export interface ResultPanelProps {
  readonly view: TransactionView;
  readonly cutout: Cutout | undefined;
  readonly downloadUrl: string;
  readonly backdrop: Backdrop;
  readonly onBackdrop: (backdrop: Backdrop) => void;
  readonly onAnother: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onDeleted: () => void;
}

/** What can be done with a cut-out. */
export function ResultPanel(props: ResultPanelProps) {
  const { view, cutout, downloadUrl, backdrop, onBackdrop, onAnother, onDelete, onDeleted } = props;
  const { t } = useTranslation('result');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '22px' }}>
      <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
        {t('title')}
      </Typography>
      <BackdropPicker value={backdrop} onChange={onBackdrop} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', '& > *': { flexGrow: 1 } }}>
        <Button
          variant="contained"
          color="primary"
          size="large"
          href={downloadUrl}
          download
          startIcon={<DownloadIcon aria-hidden />}
          sx={{ flexBasis: '100%' }}
        >
          {t('download')}
        </Button>
        {cutout !== undefined && <CopyButton blob={cutout.blob} />}
        <Button variant="outlined" onClick={onAnother}>
          {t('another')}
        </Button>
      </Box>
      <div>
        <Facts view={view} cutout={cutout} />
        <DeletePicture remove={onDelete} onDeleted={onDeleted} />
      </div>
    </Box>
  );
}
