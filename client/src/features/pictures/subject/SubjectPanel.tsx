import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { ScissorsIcon } from '../../../ui/icons.tsx';

export interface SubjectPanelProps {
  readonly isMarked: boolean;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onCut: () => void;
  readonly onAuto: (() => void) | undefined;
  readonly onCancel: () => void;
}

export function SubjectPanel({ isMarked, busy, failure, onCut, onAuto, onCancel }: SubjectPanelProps) {
  const { t } = useTranslation('result');
  const failureText = useFailureText();
  return (
    <>
      <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
        {t('subject.title')}
      </Typography>
      <Typography id="subject-help" sx={{ marginBlock: '12px 24px' }}>
        {t('subject.help')}
      </Typography>
      {failure !== undefined && (
        <Typography role="alert" color="error" sx={{ marginBlockEnd: 2 }}>
          {failureText(failure)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flexGrow: 1 } }}>
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={!isMarked || busy}
          onClick={onCut}
          startIcon={<ScissorsIcon aria-hidden />}
          sx={{ flexBasis: '100%' }}
        >
          {t('subject.cut')}
        </Button>
        {onAuto !== undefined && (
          <Button variant="outlined" disabled={busy} onClick={onAuto}>
            {t('subject.auto')}
          </Button>
        )}
        <Button variant="outlined" onClick={onCancel}>
          {t('subject.cancel')}
        </Button>
      </Box>
    </>
  );
}
