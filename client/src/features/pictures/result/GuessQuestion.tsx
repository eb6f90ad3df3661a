import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { TargetIcon } from '../../../ui/work-icons.tsx';

export interface GuessQuestionProps {
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks, when no subject was certain, whether the shown one is right. */
export function GuessQuestion({ onYes, onNo }: GuessQuestionProps) {
  const { t } = useTranslation('result');
  return (
    <div>
      <Typography variant="h2" component="h1" data-heading tabIndex={-1} sx={{ outline: 'none' }}>
        {t('guess.title')}
      </Typography>
      <Typography sx={{ marginBlock: '10px 16px' }}>{t('guess.text')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flexGrow: 1 } }}>
        <Button
          variant="contained"
          color="primary"
          data-opens="subject"
          onClick={onNo}
          startIcon={<TargetIcon aria-hidden />}
        >
          {t('guess.no')}
        </Button>
        <Button variant="outlined" onClick={onYes}>
          {t('guess.yes')}
        </Button>
      </Box>
    </div>
  );
}
