import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { authModal } from '../../features/auth/modal/auth-modal.ts';
import { useSession } from '../../features/auth/session/useSession.ts';
import { preloadAuthModal } from '../session/AuthModalHost.tsx';

/** The way in, or the way to the account. A person remembered from last time is taken for logged in until the server denies it. */
export function AccountButtons() {
  const { t } = useTranslation();
  const { profile } = useSession();
  if (profile !== undefined) {
    return (
      <Button variant="outlined" component={RouterLink} to="/app/my-account">
        {t('nav.myAccount')}
      </Button>
    );
  }
  const preload = { onPointerEnter: preloadAuthModal, onFocus: preloadAuthModal };
  return (
    <>
      <Button
        onClick={() => authModal.open('login')}
        {...preload}
        sx={{
          paddingInline: '10px',
          fontWeight: 550,
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        {t('nav.logIn')}
      </Button>
      <Button variant="outlined" onClick={() => authModal.open('signUp')} {...preload}>
        {t('nav.signUp')}
      </Button>
    </>
  );
}
