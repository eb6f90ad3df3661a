import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';

export function PicturesFailed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('my-images');
  const failureText = useFailureText();
  return (
    <Sheet
      role="alert"
      sx={[
        snipped(28),
        { padding: { xs: '28px 20px', md: '40px 32px' }, display: 'grid', gap: '8px', justifyItems: 'start' },
      ]}
    >
      <Typography variant="h3" component="h2">
        {t('failed.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{failureText(toFailure(error))}</Typography>
      <Button variant="outlined" sx={{ marginBlockStart: '12px' }} onClick={onAgain}>
        {t('failed.again')}
      </Button>
    </Sheet>
  );
}
