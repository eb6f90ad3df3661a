import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { DownloadIcon, TargetIcon } from '../../../ui/work-icons.tsx';
import type { FileLink } from '../downloads/useFileLink.ts';
import { BackdropPicker } from './BackdropPicker.tsx';
import { CopyButton } from './CopyButton.tsx';
import { DeletePicture } from './DeletePicture.tsx';
import { Facts } from './Facts.tsx';
import { GuessQuestion } from './GuessQuestion.tsx';
import type { Cutout } from './useCutout.ts';

export interface ResultPanelProps {
  readonly view: TransactionView;
  readonly cutout: Cutout | undefined;
  readonly preview: FileLink;
  /** Null: none; undefined: something else. */
  readonly colour: string | null | undefined;
  readonly onColour: (colour: string | null) => void;
  /** Asks whether the guess is right; called on yes. */
  readonly onConfirm: (() => void) | undefined;
  readonly onChoose: () => void;
  readonly onAnother: () => void;
  /** Undefined where the preview is the full size already. */
  readonly saveInHd: ReactNode | undefined;
  readonly onDelete: () => Promise<void>;
}

export function ResultPanel(props: ResultPanelProps) {
  const { view, cutout, colour, onColour, onConfirm, onChoose, onAnother, saveInHd, onDelete } = props;
  const { t } = useTranslation('result');
  const { t: tSaves } = useTranslation('saves');
  const downloadLink = { ...props.preview, startIcon: <DownloadIcon aria-hidden /> };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        rowGap: 2.5,
        columnGap: 5,
        // Below a full-width picture, actions and facts stand side by side.
        '@container (min-width: 600px) and (max-width: 879.98px)': {
          gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
          '& > header': { gridColumn: '1 / -1' },
        },
      }}
    >
      <header>
        {onConfirm === undefined ? (
          <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
            {t('title')}
          </Typography>
        ) : (
          <GuessQuestion onYes={onConfirm} onNo={onChoose} />
        )}
      </header>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, minWidth: 0 }}>
        <BackdropPicker value={colour} onChange={onColour} />
        {saveInHd ?? (
          <Button variant="contained" color="primary" size="large" {...downloadLink}>
            {tSaves('fullSize')}
          </Button>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flexGrow: 1 } }}>
          {saveInHd !== undefined && (
            <Button variant="outlined" {...downloadLink} sx={{ flexBasis: '100%' }}>
              {t('download')}
            </Button>
          )}
          <Button variant="outlined" component={RouterLink} to={`/app/editor?image=${view.id}`}>
            {t('edit')}
          </Button>
          {cutout !== undefined && <CopyButton blob={cutout.blob} />}
          <Button variant="outlined" onClick={onAnother}>
            {t('another')}
          </Button>
        </Box>
        {onConfirm === undefined && (
          <Button
            variant="text"
            data-opens="subject"
            onClick={onChoose}
            startIcon={<TargetIcon aria-hidden />}
            sx={{ alignSelf: 'start', paddingInline: 0, fontSize: 'small', marginBlockStart: -1 }}
          >
            {t('subject.open')}
          </Button>
        )}
      </Box>
      <div>
        <Facts view={view} cutout={cutout} />
        <DeletePicture remove={onDelete} />
      </div>
    </Box>
  );
}
