import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, Link as RouterLink, useSearchParams } from 'react-router';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { BackIcon } from '../../../ui/work-icons.tsx';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { useSession } from '../../auth/session/useSession.ts';
import { isOurPath } from './go-to.ts';

/** Payment pages lead nowhere but back. Visitors go to the home page. */
export function CheckoutLayout() {
  const { t } = useTranslation('checkout');
  const { status, profile } = useSession();
  const language = useLanguage();
  const [query] = useSearchParams();
  if (status === 'checking') return null;
  if (status === 'loggedOut') return <Navigate to={localPath(language, '/')} replace />;
  // Members without the section see no payment data; those on the way to a picture continue to it, others
  // learn from billing that it is closed to them.
  if (!profile.team_permissions.sections.includes('billing')) {
    const goTo = query.get('goTo') ?? '';
    return <Navigate to={isOurPath(goTo) ? goTo : '/app/billing'} replace />;
  }
  return (
    <>
      <Box
        component="header"
        sx={{
          width: '100%',
          maxWidth: 1120,
          marginInline: 'auto',
          paddingInline: { xs: 2, md: 4 },
          minHeight: { xs: 60, md: 72 },
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Logo />
        <Link
          component={RouterLink}
          to="/app/billing"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, paddingBlock: '10px', fontWeight: 'strong' }}
        >
          <BackIcon aria-hidden fontSize="small" sx={{ '[dir=rtl] &': { scale: '-1 1' } }} />
          {t('back')}
        </Link>
      </Box>
      <Mat as="main" className="on-mat" sx={{ flexGrow: 1, padding: { xs: '24px 16px 48px', md: '40px 32px 72px' } }}>
        <Box
          sx={{
            maxWidth: 1056,
            marginInline: 'auto',
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 2.5,
          }}
        >
          <Outlet />
        </Box>
      </Mat>
    </>
  );
}
