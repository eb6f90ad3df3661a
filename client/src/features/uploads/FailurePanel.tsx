import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';

/** Failures that the same picture would only run into again. */
const FINAL: ReadonlySet<string> = new Set([
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_corrupt',
  'image_too_many_pixels',
  'image_unreadable',
  'subject_not_found',
  'url_required',
  'url_invalid',
  'url_forbidden',
]);

export interface FailurePanelProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly onAnother: () => void;
}

/** What went wrong and the ways on. */
export function FailurePanel({ failure, onRetry, onAnother }: FailurePanelProps) {
  const { t } = useTranslation('uploads');
  const failureText = useFailureText();
  const retry = !FINAL.has(failure.code);
  return (
    <>
      <div role="alert">
        <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
          {t('failed.title')}
        </Typography>
        <Typography sx={{ marginBlockStart: '12px' }}>{failureText(failure)}</Typography>
      </div>
      {failure.errorId !== undefined && (
        <Typography variant="body2" sx={{ marginBlockStart: '8px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('failed.errorId', { id: failure.errorId })}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', marginBlockStart: '28px' }}>
        {retry && (
          <Button variant="contained" color="primary" onClick={onRetry}>
            {t('failed.again')}
          </Button>
        )}
        <Button variant={retry ? 'outlined' : 'contained'} color={retry ? 'inherit' : 'primary'} onClick={onAnother}>
          {t('failed.another')}
        </Button>
      </Box>
    </>
  );
}
