import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';

interface LoadFailedProps {
  /** Omitted below a heading of its own. */
  readonly title?: string;
  readonly error: unknown;
  readonly onAgain: () => void;
}

/** Replaces what failed to load; offers a retry when that may help. */
export function LoadFailed({ title, error, onAgain }: LoadFailedProps) {
  const { t } = useTranslation('failures');
  const failureText = useFailureText();
  const failure = toFailure(error);
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      {title !== undefined && (
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
      )}
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{failureText(failure)}</Typography>
      {failure.code !== 'nothing_sold' && (
        <Button variant="outlined" sx={{ marginBlockStart: 1 }} onClick={onAgain}>
          {t('again')}
        </Button>
      )}
    </Box>
  );
}
