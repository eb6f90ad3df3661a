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
        {
          paddingBlock: { xs: 3.5, md: 5 },
          paddingInline: { xs: 2.5, md: 4 },
          display: 'grid',
          gap: 1,
          justifyItems: 'start',
        },
      ]}
    >
      <Typography variant="h3" component="h2">
        {t('failed.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{failureText(toFailure(error))}</Typography>
      <Button variant="outlined" sx={{ marginBlockStart: 1.5 }} onClick={onAgain}>
        {t('failed.again')}
      </Button>
    </Sheet>
  );
}
