import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { useSession } from '../../features/auth/session/useSession.ts';
import { preloadAuthModal } from '../session/AuthModalHost.tsx';

const PLACE = { gridArea: '1 / 1', display: 'flex', alignItems: 'center', gap: { xs: 0.5, lg: 1.5 } } as const;
const HIDDEN = { visibility: 'hidden' } as const;

/**
 * A remembered person counts as logged in until the server denies it. Both links take the same room: nothing may shift
 * after hydration.
 */
export function AccountButtons() {
  const { t } = useTranslation();
  const isKnown = useSession().profile !== undefined;
  const preload = { onPointerEnter: preloadAuthModal, onFocus: preloadAuthModal };
  return (
    <Box sx={{ display: 'grid' }}>
      <Box sx={[PLACE, { justifyContent: 'flex-end' }, !isKnown && HIDDEN]}>
        {/* No link for visitors: crawlers follow invisible ones too. */}
        <Button
          variant="outlined"
          {...(isKnown ? { component: RouterLink, to: '/app/my-account' } : { component: 'span' })}
        >
          {t('nav.myAccount')}
        </Button>
      </Box>
      <Box sx={[PLACE, isKnown && HIDDEN]}>
        <Button
          onClick={() => authModal.open('login')}
          {...preload}
          sx={{
            paddingInline: '10px',
            fontWeight: 'strong',
            textDecoration: 'none',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          {t('nav.logIn')}
        </Button>
        <Button variant="outlined" onClick={() => authModal.open('signUp')} {...preload}>
          {t('nav.signUp')}
        </Button>
      </Box>
    </Box>
  );
}
