import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { BackIcon } from '../../ui/icons.tsx';

export function BackToUsers() {
  const { t } = useTranslation('users');
  return (
    <Link
      component={RouterLink}
      to="/app/users"
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px', paddingBlock: '10px', fontWeight: 550 }}
    >
      <BackIcon aria-hidden fontSize="small" sx={{ '[dir=rtl] &': { scale: '-1 1' } }} />
      {t('back')}
    </Link>
  );
}
