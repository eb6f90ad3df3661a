import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { shareDialog } from '../../support-access/share-dialog.ts';
import { isFinal } from './transaction/final-failures.ts';

export interface FailurePanelProps {
  readonly failure: Failure;
  /** Set when marking the subject may help. */
  readonly onChoose: (() => void) | undefined;
  /** Set once on the server: support can be granted access. */
  readonly pictureId: string | undefined;
  readonly onRetry: () => void;
  readonly onAnother: () => void;
}

export function FailurePanel({ failure, onChoose, pictureId, onRetry, onAnother }: FailurePanelProps) {
  const { t } = useTranslation('uploads');
  const failureText = useFailureText();
  const retry = !isFinal(failure);
  const hasFirst = retry || onChoose !== undefined;
  return (
    <>
      <div role="alert">
        <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
          {t('failed.title')}
        </Typography>
        <Typography sx={{ marginBlockStart: 1.5 }}>{failureText(failure)}</Typography>
      </div>
      {failure.errorId !== undefined && (
        <Typography variant="body2" sx={{ marginBlockStart: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('failed.errorId', { id: failure.errorId, code: failure.code })}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockStart: 3.5 }}>
        {onChoose !== undefined && (
          <Button variant="contained" color="primary" data-opens="subject" onClick={onChoose}>
            {t('failed.choose')}
          </Button>
        )}
        {retry && (
          <Button variant="contained" color="primary" onClick={onRetry}>
            {t('failed.again')}
          </Button>
        )}
        <Button
          variant={hasFirst ? 'outlined' : 'contained'}
          color={hasFirst ? 'inherit' : 'primary'}
          onClick={onAnother}
        >
          {t('failed.another')}
        </Button>
        {pictureId !== undefined && failure.code !== 'subject_not_found' && (
          <Button variant="text" onClick={() => shareDialog.open(pictureId)}>
            {t('failed.letSupportLook')}
          </Button>
        )}
      </Box>
    </>
  );
}
