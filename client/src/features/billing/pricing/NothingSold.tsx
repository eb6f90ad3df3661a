import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';

/** Replaces prices when the installation takes no payments: says who gives credits and how to reach them. */
export function NothingSold() {
  const { t } = useTranslation(['pricing', 'common']);
  return (
    <Sheet sx={[snipped(28), { display: 'grid', gap: 1, justifyItems: 'start', paddingBlock: 3.5, paddingInline: 3 }]}>
      <Typography variant="h3" component="p" sx={{ maxWidth: '40ch' }}>
        {t('pricing:notSold')}
      </Typography>
      <Button
        variant="outlined"
        component={RouterLink}
        to={localPath(useLanguage(), '/contact')}
        sx={{ marginBlockStart: 1 }}
      >
        {t('common:nav.contact')}
      </Button>
    </Sheet>
  );
}
